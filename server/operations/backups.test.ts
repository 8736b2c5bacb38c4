import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BackupStatus } from '../platform/backup/index.ts';
import { listOldBackups } from '../platform/backup/remove-old-backups.ts';
import { createFakeClock, type FakeClock } from '../platform/testing/clock.ts';
import { describeOnBothEngines } from '../platform/testing/database.ts';
import { signUp, type TestPerson } from '../testing/people.ts';
import { canRunEnvironment, makeTestEnvironment, startTestServer, type TestServer } from '../testing/start-server.ts';
import { isBackupDue } from './backups.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const token = 'a-token-for-prometheus';
/** 03:00 in Nigeria. */
const start = Date.UTC(2026, 10, 26, 2);

async function makeFolder(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-scheduled-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

const listNames = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith('kasuwa-')).sort();

async function makeAdmin(server: TestServer): Promise<TestPerson> {
	const person = await signUp(server);
	const accounts = server.db.tables<{ accounts: { id: number; role: string } }>();
	await accounts.updateTable('accounts').set({ role: 'admin' }).where('id', '=', person.session.id).execute();
	return person;
}

async function readMetrics({ address }: TestServer): Promise<Record<string, number>> {
	const response = await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } });
	const lines = (await response.text()).match(/^backup_\w+ \S+$/gm) ?? [];
	return Object.fromEntries(lines.map((line) => line.split(' ')).map(([name, value]) => [name, Number(value)]));
}

const run = (server: TestServer) => server.operations.backUpIfDue(new AbortController().signal);

describe('isBackupDue', () => {
	/** Status after attempts that started at these times, as [start, whether it made a backup]. */
	function makeStatus(...attempts: [number, boolean][]): BackupStatus {
		const rows = attempts.map(([started_at, isGood], id) => ({
			id,
			target: '/mnt/backups',
			started_at,
			ended_at: started_at + minute,
			name: isGood ? 'kasuwa' : null,
			bytes: null,
			written_bytes: null,
			files: null,
			database_check: null,
			error: isGood ? null : 'No disk',
		}));
		const last = rows.findLast(({ name }) => name !== null) ?? null;
		return { last, since: rows.filter(({ id }) => id > (last?.id ?? -1)) };
	}
	/** 02:00 in Nigeria. */
	const dueTime = Date.UTC(2026, 10, 26, 1);
	const isDue = (status: BackupStatus, now: number) => isBackupDue(status, { now, startMinute: 120 });

	test('is due from the daily time in Nigeria on, once a day', () => {
		const status = makeStatus([dueTime - day + minute, true]);
		expect(isDue(status, dueTime - 1)).toBe(false);
		expect(isDue(status, dueTime)).toBe(true);
		expect(isDue(makeStatus([dueTime, true]), dueTime + day - 1)).toBe(false);
	});

	test('makes up a missed backup, and the first one', () => {
		expect(isDue(makeStatus([dueTime - 3 * day, true]), dueTime + 7 * hour)).toBe(true);
		expect(isDue(makeStatus(), dueTime + 7 * hour)).toBe(true);
	});

	test('retries a failed attempt after 5, 10, 20, 40 and then every 60 minutes', () => {
		const attempts: [number, boolean][] = [];
		let time = dueTime;
		for (const minutes of [5, 10, 20, 40, 60, 60]) {
			attempts.push([time, false]);
			const end = time + minute;
			expect(isDue(makeStatus(...attempts), end + minutes * minute - 1)).toBe(false);
			expect(isDue(makeStatus(...attempts), end + minutes * minute)).toBe(true);
			time = end + minutes * minute;
		}
	});

	test('is due although the clock was in the future once', () => {
		const future = dueTime + 3650 * day;
		expect(isDue(makeStatus([future, true]), dueTime)).toBe(true);
		expect(isDue(makeStatus([future, false]), dueTime)).toBe(true);
	});
});

test('keeps all backups of a week, then one a week, and always the newest', () => {
	const toName = (time: number) =>
		`kasuwa-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '-')}z`.toLowerCase();
	const names = Array.from({ length: 40 }, (_, age) => toName(start - (39 - age) * day));
	const kept = names.filter((name) => !listOldBackups(names, { days: 30, now: start }).includes(name));
	const ages = kept.map((name) => 39 - names.indexOf(name));
	expect(ages.filter((age) => age < 7)).toEqual([6, 5, 4, 3, 2, 1, 0]);
	const older = ages.filter((age) => age >= 7);
	expect(older.length).toBeGreaterThanOrEqual(3);
	expect(Math.max(...older)).toBeLessThanOrEqual(30);
	expect(older.every((age, index) => index === 0 || (older[index - 1] ?? 0) - age === 7)).toBe(true);
	expect(listOldBackups([toName(start - 99 * day)], { days: 30, now: start })).toEqual([]);
});

describeOnBothEngines('scheduled backups', (engine) => {
	async function startWithBackups(folder: string, clock: FakeClock, lines: string[] = []) {
		const server = await startTestServer({
			engine,
			clock,
			runJobs: false,
			env: { BACKUP_TO: folder, METRICS_TOKEN: token, LOG_LEVEL: 'info' },
			logDestination: { write: (line) => void lines.push(line) },
		});
		onTestFinished(server.close);
		return server;
	}

	test('are made once a day, verified, and reported', async () => {
		const folder = await makeFolder();
		const clock = createFakeClock(start);
		const server = await startWithBackups(folder, clock);
		const admin = await makeAdmin(server);
		expect((await admin.client.getFigures()).backup).toEqual({ last: null, error: null });
		await run(server);
		clock.advance(hour);
		await run(server);
		expect(await listNames(folder)).toEqual(['kasuwa-2026-11-26t02-00-00z']);
		const { backup } = await admin.client.getFigures();
		expect(backup).toMatchObject({ last: { made_at: new Date(start).toISOString() }, error: null });
		expect(await readMetrics(server)).toEqual({
			backup_last_success_timestamp_seconds: start / 1000,
			backup_last_success_size_bytes: backup?.last?.bytes,
			backup_last_success_duration_seconds: 0,
			backup_failed_attempts: 0,
		});
		clock.advance(day);
		await run(server);
		expect(await listNames(folder)).toHaveLength(2);
		expect((await server.operations.getWaiting()).backups).toEqual({ count: 0, since: null });
	});

	test('that fail are logged once for each attempt, retried later, and wait for the administrator', async () => {
		const folder = join(await makeFolder(), 'backups');
		const clock = createFakeClock(start);
		const lines: string[] = [];
		const server = await startWithBackups(folder, clock, lines);
		const admin = await makeAdmin(server);
		await writeFile(folder, 'a file, not a folder');
		await run(server);
		clock.advance(minute);
		await run(server);
		const failures = () => lines.filter((line) => line.includes('No backup was made'));
		expect(failures()).toHaveLength(1);
		expect(failures()[0]).toContain(`${folder} cannot be used: `);
		expect((await admin.client.getWaiting()).backups).toEqual({ count: 1, since: new Date(start).toISOString() });
		expect((await admin.client.getFigures()).backup).toMatchObject({
			last: null,
			error: expect.stringContaining('cannot be used'),
		});
		expect(await readMetrics(server)).toMatchObject({
			backup_last_success_timestamp_seconds: 0,
			backup_failed_attempts: 1,
		});
		await rm(folder);
		await mkdir(folder);
		clock.advance(5 * minute);
		await run(server);
		expect(await listNames(folder)).toHaveLength(1);
		expect((await admin.client.getWaiting()).backups).toEqual({ count: 0, since: null });
	});

	test('wait for the administrator if the last one is older than 26 hours', async () => {
		const clock = createFakeClock(start);
		const server = await startWithBackups(await makeFolder(), clock);
		await run(server);
		clock.advance(26 * hour);
		expect((await server.operations.getWaiting()).backups.count).toBe(0);
		clock.advance(1);
		expect((await server.operations.getWaiting()).backups).toEqual({ count: 1, since: new Date(start).toISOString() });
	});

	test('that are stopped leave no failure and begin again', async () => {
		const folder = await makeFolder();
		const server = await startWithBackups(folder, createFakeClock(start));
		const stop = new AbortController();
		stop.abort();
		await server.operations.backUpIfDue(stop.signal);
		expect(await listNames(folder)).toEqual([]);
		await run(server);
		expect(await listNames(folder)).toHaveLength(1);
	});

	test('run by the job queue soon after the start', async () => {
		const folder = await makeFolder();
		const server = await startTestServer({ engine, env: { BACKUP_TO: folder } });
		onTestFinished(server.close);
		await expect.poll(() => listNames(folder)).toHaveLength(1);
	});
});

test.skipIf(!canRunEnvironment({ engine: 'postgres' }))('two processes make one backup', async () => {
	const folder = await makeFolder();
	const environment = await makeTestEnvironment({ engine: 'postgres' });
	onTestFinished(environment.remove);
	const clock = createFakeClock(start);
	const options = { environment, clock, runJobs: false, env: { BACKUP_TO: folder } };
	const servers = [await startTestServer(options), await startTestServer(options)];
	for (const server of servers) onTestFinished(server.close);
	await Promise.all(servers.map(run));
	clock.advance(minute);
	await Promise.all(servers.map(run));
	expect(await listNames(folder)).toHaveLength(1);
});
