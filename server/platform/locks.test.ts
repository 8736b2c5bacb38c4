import pg from 'pg';
import { afterEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createLocks, type Locks } from './locks.ts';
import { makeEmptyPostgres } from './testing/database.ts';
import { Unavailable } from './unavailable.ts';

const open: Locks[] = [];

function locks(postgresUrl: string | null): Locks {
	const made = createLocks(postgresUrl, (error) => expect.unreachable(error.message));
	open.push(made);
	return made;
}

afterEach(async () => {
	await Promise.all(open.splice(0).map((one) => one.close()));
});

describe.each([
	['in memory', () => null],
	['with PostgreSQL', () => inject('postgresUrl')],
])('a lock %s', (_, urlOf) => {
	test('is held by one at a time, and its holder is told that another waits', async () => {
		const held = locks(urlOf());
		const order: string[] = [];
		const first = await held.acquire('film', { timeout: 1000, onWanted: () => order.push('wanted') });
		const second = held.acquire('film', { timeout: 5000 }).then((release) => {
			order.push('second');
			return release?.();
		});
		const beside = await held.acquire('another', { timeout: 0 });
		expect(beside).not.toBeNull();
		await beside?.();
		order.push('given back');
		await first?.();
		await second;
		expect(order).toEqual(['wanted', 'given back', 'second']);
	});

	test('is waited for only so long, or until the signal', async () => {
		const held = locks(urlOf());
		const release = await held.acquire('film', { timeout: 0 });
		expect(await held.acquire('film', { timeout: 20 })).toBeNull();
		const gone = new AbortController();
		const waiting = held.acquire('film', { timeout: 60_000, signal: gone.signal });
		gone.abort();
		expect(await waiting).toBeNull();
		await release?.();
		expect(await held.acquire('film', { timeout: 0 })).not.toBeNull();
	});
});

test('PostgreSQL keeps two processes apart, and a lost connection gives its locks back', async (context) => {
	const url = inject('postgresUrl');
	if (url === null) return context.skip('there is no PostgreSQL on this machine');
	const [one, other] = [locks(url), locks(url)];
	const release = await one.acquire('film', { timeout: 0 });
	expect(await other.acquire('film', { timeout: 0 })).toBeNull();
	await release?.();
	const taken = await other.acquire('film', { timeout: 0 });
	expect(taken).not.toBeNull();
	expect(await one.acquire('film', { timeout: 0 })).toBeNull();
	await other.close();
	expect(await one.acquire('film', { timeout: 5000 })).not.toBeNull();
});

test('PostgreSQL that is gone is told as what it is', async () => {
	const held = locks('postgres://nobody@127.0.0.1:1/none');
	await expect(held.acquire('film', { timeout: 0 })).rejects.toBeInstanceOf(Unavailable);
	await expect(held.acquire('film', { timeout: 0 })).rejects.toBeInstanceOf(Unavailable);
});

test('a connection that PostgreSQL drops costs at most an answer that says so', async (context) => {
	if (inject('postgresUrl') === null) return context.skip('there is no PostgreSQL on this machine');
	const database = await makeEmptyPostgres();
	onTestFinished(database.remove);
	const url = database.postgresUrl ?? '';
	const admin = new pg.Client({ connectionString: url });
	await admin.connect();
	const dropped: Error[] = [];
	const held = createLocks(url, (error) => dropped.push(error));
	const refused: unknown[] = [];
	for (let round = 0; round < 20; round += 1) {
		await held.acquire(`first ${round}`, { timeout: 0 }).catch((error: unknown) => refused.push(error));
		const drop = admin.query(
			`select pg_terminate_backend(pid) from pg_locks
			where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
		);
		await held.acquire(`second ${round}`, { timeout: 0 }).catch((error: unknown) => refused.push(error));
		await drop;
	}
	await held.close();
	await admin.end();
	expect(dropped.length).toBeGreaterThan(0);
	expect(refused.filter((error) => !(error instanceof Unavailable))).toEqual([]);
});
