import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { limits } from '../../contract/limits.ts';
import * as accountsApiText from '../../contract/text/accounts-api.ts';
import type { Database } from '../platform/database/index.ts';
import { DiskFull } from '../platform/disk-full.ts';
import type { PreallocatedList } from '../platform/files/index.ts';
import type { Actor } from '../platform/http/index.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../platform/testing/database.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { createRevokedSessions } from './revoked-sessions.ts';
import { beginSession, createSessions, type Sessions } from './sessions.ts';
import * as store from './store.ts';
import type { AccountRow, AccountTables } from './tables.ts';

const minute = 60_000;
const chrome = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';

let db: Database;
let clock: FakeClock;
/** Ids that were noted as ended. */
let noted: Set<number>;
let list: PreallocatedList;
let sessions: Sessions;
let ada: AccountRow;
let musa: AccountRow;

beforeEach(async () => {
	db = await openTestDatabase(defaultEngine);
	clock = fakeClock();
	noted = new Set();
	list = {
		has: (id) => noted.has(id),
		entries: () => [...noted],
		add: async (id) => void noted.add(id),
		remove: async (ids) => {
			for (const id of ids) noted.delete(id);
		},
		preallocate: vi.fn(async () => {}),
	};
	sessions = createSessions({ db, clock, revoked: createRevokedSessions({ db, list }) });
	[ada, musa] = [await seedAccount(db), await seedAccount(db)];
});
afterEach(() => db.close());

/** A new session, and who it makes of its owner. */
async function begin(account = ada, device = chrome): Promise<{ token: string; actor: Actor; expires_at: string }> {
	const { token, expires_at } = await db.transaction((tx) => beginSession(tx, account, device, clock.now()));
	const actor = await sessions.authenticate(token);
	if (!actor) throw new Error('It has ended');
	return { token, actor, expires_at };
}

const change = (account: AccountRow, values: Partial<AccountRow>) =>
	db.transaction((tx) => store.updateAccount(tx, account.id, values));

const rows = () => db.tables<AccountTables>().selectFrom('sessions').selectAll().orderBy('id').execute();

const fullDisk = () =>
	vi.spyOn(db, 'tables').mockImplementation(() => {
		throw new DiskFull('full');
	});

describe('a token', () => {
	test('is its account’s', async () => {
		const { actor } = await begin();
		const [row] = await rows();
		const user = { accountId: ada.id, userName: ada.user_name, role: 'user', sessionId: row?.id };
		expect(actor).toEqual({ ...user, mustChangePassword: false, isPendingDeletion: false });
		expect((await begin(await seedAccount(db, { role: 'admin' }))).actor.role).toBe('admin');
	});

	test('says what its account may not do yet, or any more', async () => {
		const { token } = await begin();
		await change(ada, { must_change_password: 1 });
		expect(await sessions.authenticate(token)).toMatchObject({ mustChangePassword: true, isPendingDeletion: false });
		await change(ada, { must_change_password: 0, deletes_at: 0 });
		expect(await sessions.authenticate(token)).toMatchObject({ mustChangePassword: false, isPendingDeletion: true });
	});

	test('is kept as a hash, and another one is nobody’s', async () => {
		const { token } = await begin();
		expect(JSON.stringify(await rows())).not.toContain(token);
		const [row] = await rows();
		for (const other of ['', `${token}x`, token.slice(1), row?.token_hash ?? '']) {
			expect(await sessions.authenticate(other)).toBeNull();
		}
	});

	test('is nobody’s while its account is suspended, or once its session was noted as ended', async () => {
		const { token, actor } = await begin();
		await change(ada, { suspended_at: 0 });
		expect(await sessions.authenticate(token)).toBeNull();
		expect(await sessions.isActive(db, actor.sessionId)).toBe(false);
		await change(ada, { suspended_at: null });
		expect(await sessions.isActive(db, actor.sessionId)).toBe(true);
		noted.add(actor.sessionId);
		expect(await sessions.authenticate(token)).toBeNull();
		expect(await sessions.isActive(db, actor.sessionId)).toBe(false);
	});

	test.each(['user', 'admin'] as const)('of role %s ends without use, and at the end in all', async (role) => {
		const { idle, absolute } = role === 'admin' ? limits.adminSession : limits.session;
		const account = await seedAccount(db, { role });
		const began = clock.now();
		const { token, actor, expires_at } = await begin(account);
		expect(expires_at).toBe(new Date(began + absolute).toISOString());
		clock.advance(idle - 1);
		expect(await sessions.authenticate(token)).not.toBeNull();
		clock.advance(idle - 1);
		expect(await sessions.authenticate(token)).not.toBeNull();
		clock.advance(idle);
		expect(await sessions.authenticate(token)).toBeNull();

		const busy = await begin(account);
		const ends = clock.now() + absolute;
		while (clock.now() + idle / 2 < ends) {
			expect(await sessions.authenticate(busy.token)).not.toBeNull();
			clock.advance(idle / 2);
		}
		expect((await rows()).at(-1)?.idle_ends_at).toBe(ends);
		clock.advance(ends - 1 - clock.now());
		expect(await sessions.authenticate(busy.token)).not.toBeNull();
		expect(await sessions.isActive(db, busy.actor.sessionId)).toBe(true);
		clock.advance(1);
		expect(await sessions.authenticate(busy.token)).toBeNull();
		expect(await sessions.isActive(db, busy.actor.sessionId)).toBe(false);
		expect(await sessions.isActive(db, actor.sessionId)).toBe(false);
	});

	test('is noted as used once a minute', async () => {
		const { token } = await begin();
		const began = clock.now();
		clock.advance(minute);
		await sessions.authenticate(token);
		expect(await rows()).toMatchObject([{ last_used_at: began, idle_ends_at: began + limits.session.idle }]);
		clock.advance(1);
		await sessions.authenticate(token);
		const now = clock.now();
		expect(await rows()).toMatchObject([{ last_used_at: now, idle_ends_at: now + limits.session.idle }]);
	});

	test('works where its use cannot be noted on a full disk, and no other failure is hidden', async () => {
		const { token, actor } = await begin();
		clock.advance(2 * minute);
		const { tables } = db;
		/** The first query finds the session, the second one notes its use. */
		const failing = (error: Error) =>
			vi
				.spyOn(db, 'tables')
				.mockImplementationOnce(() => tables())
				.mockImplementationOnce(() => {
					throw error;
				});
		failing(new DiskFull('full'));
		expect(await sessions.authenticate(token)).toEqual(actor);
		failing(new Error('broken'));
		await expect(sessions.authenticate(token)).rejects.toThrow('broken');
	});
});

describe('the list of sessions', () => {
	test('begins with the one that asks, then the one used last, and holds nobody else’s', async () => {
		const began = new Date(clock.now()).toISOString();
		const first = await begin();
		clock.advance(1000);
		const second = await begin(ada, 'curl/8');
		clock.advance(1000);
		const third = await begin();
		await begin(musa);
		const list = await sessions.list(second.actor);
		const ids = [second, third, first].map(({ actor }) => actor.sessionId);
		expect(list.map(({ id, current }) => [id, current])).toEqual(ids.map((id, index) => [id, index === 0]));
		expect(list[0]?.device).toBe(accountsApiText.unknownDevice);
		const device = accountsApiText.browserOnSystem('Chrome', 'Android');
		expect(list[2]).toEqual({ id: ids[2], device, current: false, began_at: began, last_used_at: began });
	});

	test('leaves out what is over, or noted as ended', async () => {
		const [over, ended, mine] = [await begin(), await begin(), await begin()];
		noted.add(ended.actor.sessionId);
		const past = db.tables<AccountTables>().updateTable('sessions').set({ idle_ends_at: clock.now() });
		await past.where('id', '=', over.actor.sessionId).execute();
		expect((await sessions.list(mine.actor)).map(({ id }) => id)).toEqual([mine.actor.sessionId]);
	});
});

describe('ending', () => {
	test('is for one’s own sessions', async () => {
		const [mine, other, hers] = [await begin(), await begin(), await begin(musa)];
		const refused = { code: 'not_found', message: accountsApiText.sessionOver };
		await expect(sessions.end(mine.actor, hers.actor.sessionId)).rejects.toMatchObject(refused);
		expect(await sessions.authenticate(hers.token)).toEqual(hers.actor);
		await sessions.end(mine.actor, other.actor.sessionId);
		expect(await sessions.authenticate(other.token)).toBeNull();
		await expect(sessions.end(mine.actor, other.actor.sessionId)).rejects.toMatchObject(refused);
	});

	test('of all leaves none, of all others this one', async () => {
		const [mine, other, hers] = [await begin(), await begin(), await begin(musa)];
		await sessions.endAll(mine.actor, { others: true });
		expect(await sessions.authenticate(other.token)).toBeNull();
		expect(await sessions.authenticate(mine.token)).toEqual(mine.actor);
		await sessions.endAll(mine.actor, {});
		expect(await sessions.authenticate(mine.token)).toBeNull();
		expect(await sessions.authenticate(hers.token)).toEqual(hers.actor);
	});
});

describe('logging out', () => {
	const revoked = (of: PreallocatedList | null = list) => createRevokedSessions({ db, list: of });

	test('deletes the session', async () => {
		const { actor } = await begin();
		await revoked().revoke(actor.sessionId);
		expect(await rows()).toEqual([]);
		expect(revoked().isRevoked(actor.sessionId)).toBe(false);
	});

	test('is noted on a full disk, and made up for by the next sweep', async () => {
		const [ended, other] = [await begin(), await begin()];
		const full = fullDisk();
		await revoked().revoke(ended.actor.sessionId);
		expect(revoked().isRevoked(ended.actor.sessionId)).toBe(true);
		expect(revoked().isRevoked(other.actor.sessionId)).toBe(false);
		full.mockRestore();
		expect(await rows()).toHaveLength(2);
		await revoked().sweep();
		expect((await rows()).map(({ id }) => id)).toEqual([other.actor.sessionId]);
		expect(noted).toEqual(new Set());
		expect(list.preallocate).toHaveBeenCalledTimes(1);
	});

	test('fails where it cannot be noted either', async () => {
		const { actor } = await begin();
		const full = fullDisk();
		await expect(revoked(null).revoke(actor.sessionId)).rejects.toThrow(DiskFull);
		full.mockImplementation(() => {
			throw new Error('broken');
		});
		await expect(revoked().revoke(actor.sessionId)).rejects.toThrow('broken');
		expect(noted).toEqual(new Set());
		full.mockRestore();
		expect(revoked(null).isRevoked(actor.sessionId)).toBe(false);
		await revoked(null).sweep();
		expect(await rows()).toHaveLength(1);
	});
});
