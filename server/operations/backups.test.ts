import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createDiskFileStore } from '../files/index.ts';
import type { BackupStatus } from '../operator/backup/index.ts';
import { toBackupName } from '../operator/backup/manifest.ts';
import { listOldBackups } from '../operator/backup/remove-old-backups.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, describeOnBothEngines } from '../testing/database.ts';
import { postPictureAd, signUp, signUpAdministrator } from '../testing/people.ts';
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
			read_files: null,
			all_read_at: null,
			damaged_files: null,
			lost_files: null,
			error: isGood ? null : 'No disk',
		}));
		const last = rows.findLast(({ name }) => name !== null) ?? null;
		return { last, since: rows.filter(({ id }) => id > (last?.id ?? -1)) };
	}
	/** 02:00 in Nigeria. */
	const dueTime = Date.UTC(2026, 10, 26, 1);
	const isDue = (status: BackupStatus, now: number) => isBackupDue(status, { now, startMinute: 120 });

	test('a backup is due from the daily time in Nigeria on, once a day', () => {
		const status = makeStatus([dueTime - day + minute, true]);
		expect(isDue(status, dueTime - 1)).toBe(false);
		expect(isDue(status, dueTime)).toBe(true);
		expect(isDue(makeStatus([dueTime, true]), dueTime + day - 1)).toBe(false);
	});

	test('a missed backup is due later, and so is the first one', () => {
		expect(isDue(makeStatus([dueTime - 3 * day, true]), dueTime + 7 * hour)).toBe(true);
		expect(isDue(makeStatus(), dueTime + 7 * hour)).toBe(true);
	});

	test('a failed attempt is retried after 5, 10, 20, 40 and then every 60 minutes', () => {
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

	test('a backup is due although the clock was in the future once', () => {
		const future = dueTime + 3650 * day;
		expect(isDue(makeStatus([future, true]), dueTime)).toBe(true);
		expect(isDue(makeStatus([future, false]), dueTime)).toBe(true);
	});
});

test('retention keeps all backups of a week, then one a week, and always the newest', () => {
	const names = Array.from({ length: 40 }, (_, age) => toBackupName(start - (39 - age) * day));
	const kept = names.filter((name) => !listOldBackups(names, { days: 30, now: start }).includes(name));
	const ages = kept.map((name) => 39 - names.indexOf(name));
	expect(ages.filter((age) => age < 7)).toEqual([6, 5, 4, 3, 2, 1, 0]);
	const older = ages.filter((age) => age >= 7);
	expect(older.length).toBeGreaterThanOrEqual(3);
	expect(Math.max(...older)).toBeLessThanOrEqual(30);
	expect(older.every((age, index) => index === 0 || (older[index - 1] ?? 0) - age === 7)).toBe(true);
	expect(listOldBackups([toBackupName(start - 99 * day)], { days: 30, now: start })).toEqual([]);
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

	test('the server makes a backup once a day, verifies it, and reports it', async () => {
		const folder = await makeFolder();
		const clock = createFakeClock(start);
		const server = await startWithBackups(folder, clock);
		const admin = await signUpAdministrator(server);
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
			backup_last_success_read_ratio: 1,
			backup_last_full_reading_timestamp_seconds: start / 1000,
			backup_last_success_damaged_files: 0,
			backup_failed_attempts: 0,
		});
		clock.advance(day);
		await run(server);
		expect(await listNames(folder)).toHaveLength(2);
		expect((await server.operations.getWaiting()).backups).toEqual({ count: 0, since: null });
	});

	test('a failed backup is logged once for each attempt, retried later, and waits for the administrator', async () => {
		const folder = join(await makeFolder(), 'backups');
		const clock = createFakeClock(start);
		const lines: string[] = [];
		const server = await startWithBackups(folder, clock, lines);
		const admin = await signUpAdministrator(server);
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

	// What does not depend on the engine. A backup of PostgreSQL starts three programs.
	if (engine === defaultEngine) {
		test('the administrator is told if the last backup is older than 26 hours', async () => {
			const clock = createFakeClock(start);
			const server = await startWithBackups(await makeFolder(), clock);
			await run(server);
			clock.advance(26 * hour);
			expect((await server.operations.getWaiting()).backups.count).toBe(0);
			clock.advance(1);
			expect((await server.operations.getWaiting()).backups).toEqual({
				count: 1,
				since: new Date(start).toISOString(),
			});
		});

		test('a backup logs a warning about files that are missing', async () => {
			const lines: string[] = [];
			const server = await startWithBackups(await makeFolder(), createFakeClock(start), lines);
			await postPictureAd(await signUp(server));
			const keys: string[] = [];
			for await (const { key } of server.files.list('')) keys.push(key);
			for (const key of keys) await server.files.remove(key);
			await run(server);
			const warnings = lines.filter((line) => line.includes('Files are missing'));
			expect(warnings).toHaveLength(1);
			expect(keys.some((key) => warnings[0]?.includes(`"${key}"`))).toBe(true);
		});

		test('a backup that is stopped leaves no failure and begins again', async () => {
			const folder = await makeFolder();
			const server = await startWithBackups(folder, createFakeClock(start));
			const stop = new AbortController();
			stop.abort();
			await server.operations.backUpIfDue(stop.signal);
			expect(await listNames(folder)).toEqual([]);
			await run(server);
			expect(await listNames(folder)).toHaveLength(1);
		});

		test('the job queue makes a backup soon after the start', async () => {
			const folder = await makeFolder();
			const server = await startTestServer({ engine, env: { BACKUP_TO: folder } });
			onTestFinished(server.close);
			await expect.poll(() => listNames(folder)).toHaveLength(1);
		});

		test('all stored files are read once a week, whatever fails in between, and damaged ones are told', async () => {
			const folder = await makeFolder();
			const clock = createFakeClock(start);
			const lines: string[] = [];
			const server = await startWithBackups(folder, clock, lines);
			for (let index = 0; index < 40; index += 1) {
				await server.files.write(`media/${index}/w.webp`, { bytes: Buffer.from(`picture ${index}`) }, 'image/webp');
			}
			await run(server);
			const store = createDiskFileStore(folder);
			const contents: string[] = [];
			for await (const { key } of store.list('files/')) contents.push(key);
			const read = async () => (await readMetrics(server)).backup_last_success_read_ratio;
			expect([contents.length, await read()]).toEqual([40, 1]);
			clock.advance(6 * day);
			await run(server);
			expect(await read()).toBeLessThan(1);
			expect((await server.operations.getStats()).backup?.last?.all_read_at).toBe(new Date(start).toISOString());
			for (const key of contents) await writeFile(join(folder, key), 'x'.repeat((await store.size(key)) ?? 0));
			clock.advance(day);
			await rename(folder, `${folder}-unmounted`);
			await run(server);
			await rename(`${folder}-unmounted`, folder);
			clock.advance(hour);
			await run(server);
			expect(await readMetrics(server)).toMatchObject({
				backup_last_success_read_ratio: 1,
				backup_last_full_reading_timestamp_seconds: (start + 7 * day + hour) / 1000,
				backup_last_success_damaged_files: 40,
			});
			expect((await server.operations.getWaiting()).backups).toEqual({ count: 1, since: null });
			expect((await server.operations.getStats()).backup?.last).toMatchObject({ damaged_files: 40, lost_files: 0 });
			expect(lines.filter((line) => line.includes('Files in the backups were damaged'))).toHaveLength(1);
			for (const key of contents) {
				expect(
					createHash('sha256')
						.update(await readFile(join(folder, key)))
						.digest('hex'),
				).toBe(key.split('/').at(-1));
			}
			clock.advance(day);
			await run(server);
			expect((await server.operations.getWaiting()).backups).toEqual({ count: 0, since: null });
		});
	}
});

interface AttemptTables {
	backup_attempts: { name: string | null; error: string | null };
}

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
	const names = await listNames(folder);
	expect(names).toHaveLength(1);
	// Both clocks are equal, so a second backup would have the same name.
	const attempts = servers[0]?.db.tables<AttemptTables>().selectFrom('backup_attempts').select(['name', 'error']);
	expect(await attempts?.where('name', 'is not', null).execute()).toEqual([{ name: names[0], error: null }]);
});
