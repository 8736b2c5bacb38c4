import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, onTestFinished, type TestContext, test } from 'vitest';
import type { ApiError } from '../contract/core/client.ts';
import { type RunningServer, runServer } from '../e2e/support/run-server.ts';
import { makeTestDatabase } from '../server/testing/database.ts';
import { createApiClient, signUp, type TestPerson } from '../server/testing/people.ts';

const run = promisify(execFile);

async function mountSmallDisk(context: TestContext): Promise<string> {
	const mount = await mkdtemp(join(tmpdir(), 'kasuwa-small-disk-'));
	onTestFinished(() => rm(mount, { recursive: true, force: true }));
	await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', mount]).catch(() =>
		context.skip('mounting a small file system is not permitted here'),
	);
	onTestFinished(() => run('umount', ['--lazy', mount]).then(() => {}));
	await mkdir(join(mount, 'data'));
	await makeTestDatabase('sqlite', join(mount, 'data', 'kasuwa.sqlite'));
	return mount;
}

async function fill(path: string): Promise<void> {
	const file = await open(path, 'w');
	try {
		for (const bytes of [65_536, 4096]) {
			for (;;) if ((await file.write(Buffer.alloc(bytes))).bytesWritten < bytes) break;
		}
	} catch (error) {
		expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
	} finally {
		await file.close();
	}
}

function openReadOnly(mount: string): DatabaseSync {
	const db = new DatabaseSync(join(mount, 'data', 'kasuwa.sqlite'), { readOnly: true });
	onTestFinished(() => db.close());
	return db;
}

/** Waits until no job is stored. The outcome of a job takes free space, also at the start after one was interrupted. */
async function waitUntilNoJobs(db: DatabaseSync): Promise<void> {
	await expect.poll(() => db.prepare('select name from jobs').all(), { timeout: 30_000 }).toEqual([]);
}

const getStatus = (call: Promise<unknown>): Promise<number> =>
	call.then(
		() => 200,
		(error: ApiError) => error.status,
	);

test('logging out works on a full disk and persists', { timeout: 120_000 }, async (context) => {
	const mount = await mountSmallDisk(context);
	const start = () => runServer('endurance/support/api.ts', join(mount, 'data'), { SAMPLE_CONTENT: 'off' });
	let server: RunningServer = await start();
	onTestFinished(() => server.kill());
	const people: TestPerson[] = [];
	for (let count = 0; count < 6; count += 1) people.push(await signUp(server));
	const [remaining, ...others] = people;
	if (!remaining) throw new Error('No account was created');

	const db = openReadOnly(mount);
	await waitUntilNoJobs(db);
	await fill(join(mount, 'filling'));
	// Writes to the database until SQLite's write-ahead log has no space left either.
	let status: number;
	do status = await getStatus(remaining.client.updateMe({ body: { bio: 'x'.repeat(200) } }));
	while (status === 200);
	expect(status).toBe(507);
	for (const { client } of others) await client.logOut();
	const listStatuses = () => Promise.all(people.map(({ token }) => getStatus(createApiClient(server, token).getMe())));
	const loggedOut = [200, 401, 401, 401, 401, 401];
	expect(await listStatuses()).toEqual(loggedOut);
	expect(await getStatus(remaining.client.updateMe({ body: { bio: 'x' } }))).toBe(507);

	await server.kill();
	server = await start();
	expect(await listStatuses()).toEqual(loggedOut);

	await rm(join(mount, 'filling'));
	await server.kill();
	server = await start();
	expect(await listStatuses()).toEqual(loggedOut);
	const sessions = () => db.prepare('select account_id from sessions').all();
	await expect.poll(sessions).toEqual([{ account_id: remaining.session.id }]);
});

test('a server that was stopped starts on a full disk, serves, refuses writes and heals', {
	timeout: 120_000,
}, async (context) => {
	const mount = await mountSmallDisk(context);
	const start = () => runServer('endurance/support/api.ts', join(mount, 'data'), { SAMPLE_CONTENT: 'off' });
	let server: RunningServer = await start();
	onTestFinished(() => server.kill());
	const { token } = await signUp(server);
	const client = () => createApiClient(server, token);
	await waitUntilNoJobs(openReadOnly(mount));
	for (const round of [1, 2]) {
		await server.stop();
		await fill(join(mount, `filling ${round}`));
		server = await start();
		await fill(join(mount, `more filling ${round}`));
		let status: number;
		do status = await getStatus(client().updateMe({ body: { bio: 'x'.repeat(200) } }));
		while (status === 200);
		expect([status, await getStatus(client().getMe())]).toEqual([507, 200]);
		expect((await fetch(`${server.address}/health/ready`)).status).toBe(200);
	}
	for (const round of [1, 2]) {
		for (const name of ['filling', 'more filling']) await rm(join(mount, `${name} ${round}`), { force: true });
	}
	expect(await getStatus(client().updateMe({ body: { bio: 'x' } }))).toBe(200);
});
