import pg from 'pg';
import { afterEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { makeEmptyPostgres } from '../testing/database.ts';
import { createNamedLocks, type NamedLocks } from './locks.ts';
import { ServiceUnavailableError } from './service-unavailable-error.ts';

const open: NamedLocks[] = [];

function openLocks(postgresUrl: string | null): NamedLocks {
	const lock = createNamedLocks(postgresUrl, (error) => expect.unreachable(error.message));
	open.push(lock);
	return lock;
}

afterEach(async () => {
	await Promise.all(open.splice(0).map((lock) => lock.close()));
});

describe.each([
	['in memory', () => null],
	['with PostgreSQL', () => inject('postgresUrl')],
])('lock %s', (_, getUrl) => {
	test('has one holder at a time, and notifies it of a waiting caller', async () => {
		const locks = openLocks(getUrl());
		const order: string[] = [];
		const first = await locks.acquire('film', { timeout: 1000, onWanted: () => order.push('wanted') });
		const second = locks.acquire('film', { timeout: 5000 }).then((release) => {
			order.push('second');
			return release?.();
		});
		const otherLock = await locks.acquire('another', { timeout: 0 });
		expect(otherLock).not.toBeNull();
		await otherLock?.();
		order.push('given back');
		await first?.();
		await second;
		expect(order).toEqual(['wanted', 'given back', 'second']);
	});

	test('returns null after the timeout or an abort', async () => {
		const locks = openLocks(getUrl());
		const release = await locks.acquire('film', { timeout: 0 });
		expect(await locks.acquire('film', { timeout: 20 })).toBeNull();
		const controller = new AbortController();
		const waiting = locks.acquire('film', { timeout: 60_000, signal: controller.signal });
		controller.abort();
		expect(await waiting).toBeNull();
		await release?.();
		expect(await locks.acquire('film', { timeout: 0 })).not.toBeNull();
	});
});

test('excludes other processes with PostgreSQL, and releases the locks of a lost connection', async (context) => {
	const url = inject('postgresUrl');
	if (url === null) return context.skip('there is no PostgreSQL on this machine');
	const [lock, other] = [openLocks(url), openLocks(url)];
	const release = await lock.acquire('film', { timeout: 0 });
	expect(await other.acquire('film', { timeout: 0 })).toBeNull();
	await release?.();
	const secondRelease = await other.acquire('film', { timeout: 0 });
	expect(secondRelease).not.toBeNull();
	expect(await lock.acquire('film', { timeout: 0 })).toBeNull();
	await other.close();
	expect(await lock.acquire('film', { timeout: 5000 })).not.toBeNull();
});

test('throws ServiceUnavailableError if PostgreSQL is unreachable', async () => {
	const locks = openLocks('postgres://nobody@127.0.0.1:1/none');
	await expect(locks.acquire('film', { timeout: 0 })).rejects.toBeInstanceOf(ServiceUnavailableError);
	await expect(locks.acquire('film', { timeout: 0 })).rejects.toBeInstanceOf(ServiceUnavailableError);
});

test('throws only ServiceUnavailableError if PostgreSQL drops a connection', async (context) => {
	if (inject('postgresUrl') === null) return context.skip('there is no PostgreSQL on this machine');
	const database = await makeEmptyPostgres();
	onTestFinished(database.remove);
	const url = database.postgresUrl ?? '';
	const admin = new pg.Client({ connectionString: url });
	await admin.connect();
	const connectionErrors: Error[] = [];
	const locks = createNamedLocks(url, (error) => connectionErrors.push(error));
	const errors: unknown[] = [];
	const drop = () =>
		admin.query(
			`select pg_terminate_backend(pid) from pg_locks
			where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
		);
	await locks.acquire('idle', { timeout: 0 });
	await drop();
	await vi.waitFor(() => expect(connectionErrors).toHaveLength(1));
	expect(await locks.acquire('after the drop', { timeout: 0 })).not.toBeNull();
	for (let round = 0; round < 20; round += 1) {
		await locks.acquire(`first ${round}`, { timeout: 0 }).catch((error: unknown) => errors.push(error));
		const dropping = drop();
		await locks.acquire(`second ${round}`, { timeout: 0 }).catch((error: unknown) => errors.push(error));
		await dropping;
	}
	await locks.close();
	await admin.end();
	expect(errors.filter((error) => !(error instanceof ServiceUnavailableError))).toEqual([]);
});
