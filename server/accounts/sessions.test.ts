import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as accountLimits from '../../contract/accounts/limits.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { DiskFullError } from '../core/disk-full-error.ts';
import { createEventBus } from '../core/events.ts';
import type { Database } from '../database/index.ts';
import type { PreallocatedList } from '../files/index.ts';
import type { Actor } from '../http/index.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { defaultEngine, openTestDatabase } from '../testing/database.ts';
import { seedAccount } from '../testing/seed-account.ts';
import { deleteAccount } from './erasure-store.ts';
import { createRevokedSessionList } from './revoked-sessions.ts';
import { beginSession, createSessionService, type SessionService } from './sessions.ts';
import * as store from './store.ts';
import { createSuspensionService } from './suspension.ts';
import type { AccountRow, AccountTables } from './tables.ts';

const minute = 60_000;
const chrome = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';

let db: Database;
let clock: FakeClock;
/** Ids of sessions that were revoked on a full disk. */
let revokedIds: Set<number>;
let list: PreallocatedList;
let sessions: SessionService;
let ada: AccountRow;
let musa: AccountRow;

beforeEach(async () => {
	db = await openTestDatabase(defaultEngine);
	// PostgreSQL's listener clears all caches when it has connected.
	const connected = new Promise<void>((resolve) => db.onInvalidate((tags) => tags.includes('*') && resolve()));
	if (db.engine === 'postgres') await connected;
	clock = createFakeClock();
	revokedIds = new Set();
	list = {
		has: (id) => revokedIds.has(id),
		entries: () => [...revokedIds],
		add: async (id) => void revokedIds.add(id),
		remove: async (ids) => {
			for (const id of ids) revokedIds.delete(id);
		},
		preallocate: vi.fn(async () => {}),
	};
	sessions = createSessionService({
		db,
		clock,
		events: createEventBus(),
		revoked: createRevokedSessionList({ db, list }),
	});
	[ada, musa] = [await seedAccount(db), await seedAccount(db)];
});
afterEach(() => db.close());

async function startSession(
	account = ada,
	device = chrome,
): Promise<{ token: string; actor: Actor; expires_at: string }> {
	const { token, expires_at } = await db.transaction((tx) => beginSession(tx, account, device, clock.now()));
	const actor = await sessions.authenticate(token);
	if (!actor) throw new Error('Session not found');
	return { token, actor, expires_at };
}

const updateAccount = (account: AccountRow, values: Partial<AccountRow>) =>
	db.transaction((tx) => store.updateAccount(tx, account.id, values));

const listRows = () => db.tables<AccountTables>().selectFrom('sessions').selectAll().orderBy('id').execute();

const mockFullDisk = () =>
	vi.spyOn(db, 'transaction').mockImplementation(() => {
		throw new DiskFullError('full');
	});

describe('session token', () => {
	test('authenticates its account', async () => {
		const { actor } = await startSession();
		const [row] = await listRows();
		const user = { accountId: ada.id, userName: ada.user_name, role: 'user', sessionId: row?.id };
		expect(actor).toEqual({ ...user, mustChangePassword: false, isPendingDeletion: false, scopes: null });
		expect((await startSession(await seedAccount(db, { role: 'admin' }))).actor.role).toBe('admin');
	});

	test('reports a pending password change and a pending deletion', async () => {
		const { token } = await startSession();
		await updateAccount(ada, { must_change_password: 1 });
		expect(await sessions.authenticate(token)).toMatchObject({ mustChangePassword: true, isPendingDeletion: false });
		await updateAccount(ada, { must_change_password: 0, deletes_at: 0 });
		expect(await sessions.authenticate(token)).toMatchObject({ mustChangePassword: false, isPendingDeletion: true });
	});

	test('is stored as a hash, and other tokens are rejected', async () => {
		const { token } = await startSession();
		expect(JSON.stringify(await listRows())).not.toContain(token);
		const [row] = await listRows();
		for (const other of ['', `${token}x`, token.slice(1), row?.token_hash ?? '']) {
			expect(await sessions.authenticate(other)).toBeNull();
		}
	});

	test('is rejected while its account is suspended, and after its session is revoked', async () => {
		const { token, actor } = await startSession();
		await updateAccount(ada, { suspended_at: 0 });
		expect(await sessions.authenticate(token)).toBeNull();
		expect(await sessions.isActive(db, actor.sessionId)).toBe(false);
		await updateAccount(ada, { suspended_at: null });
		expect(await sessions.isActive(db, actor.sessionId)).toBe(true);
		revokedIds.add(actor.sessionId);
		expect(await sessions.authenticate(token)).toBeNull();
		expect(await sessions.isActive(db, actor.sessionId)).toBe(false);
	});

	test.each(['user', 'admin'] as const)('of role %s expires without use, and at its absolute expiry', async (role) => {
		const { idle, absolute } = role === 'admin' ? accountLimits.adminSession : accountLimits.session;
		const account = await seedAccount(db, { role });
		const startedAt = clock.now();
		const { token, actor, expires_at } = await startSession(account);
		expect(expires_at).toBe(new Date(startedAt + absolute).toISOString());
		clock.advance(idle - 1);
		expect(await sessions.authenticate(token)).not.toBeNull();
		clock.advance(idle - 1);
		expect(await sessions.authenticate(token)).not.toBeNull();
		clock.advance(idle);
		expect(await sessions.authenticate(token)).toBeNull();

		const busy = await startSession(account);
		const ends = clock.now() + absolute;
		while (clock.now() + idle / 2 < ends) {
			expect(await sessions.authenticate(busy.token)).not.toBeNull();
			clock.advance(idle / 2);
		}
		expect((await listRows()).at(-1)?.idle_ends_at).toBe(ends);
		clock.advance(ends - 1 - clock.now());
		expect(await sessions.authenticate(busy.token)).not.toBeNull();
		expect(await sessions.isActive(db, busy.actor.sessionId)).toBe(true);
		clock.advance(1);
		expect(await sessions.authenticate(busy.token)).toBeNull();
		expect(await sessions.isActive(db, busy.actor.sessionId)).toBe(false);
		expect(await sessions.isActive(db, actor.sessionId)).toBe(false);
	});

	test('updates the last use at most once a minute', async () => {
		const { token } = await startSession();
		const startedAt = clock.now();
		clock.advance(minute);
		await sessions.authenticate(token);
		expect(await listRows()).toMatchObject([
			{ last_used_at: startedAt, idle_ends_at: startedAt + accountLimits.session.idle },
		]);
		clock.advance(1);
		await sessions.authenticate(token);
		const now = clock.now();
		expect(await listRows()).toMatchObject([{ last_used_at: now, idle_ends_at: now + accountLimits.session.idle }]);
	});

	test('works on a full disk without updating the last use, but other errors are thrown', async () => {
		const { token, actor } = await startSession();
		clock.advance(2 * minute);
		const mockFailure = (error: Error) => vi.spyOn(db, 'statement').mockRejectedValueOnce(error);
		mockFailure(new DiskFullError('full'));
		expect(await sessions.authenticate(token)).toEqual(actor);
		mockFailure(new Error('broken'));
		await expect(sessions.authenticate(token)).rejects.toThrow('broken');
	});
});

describe('list of sessions', () => {
	test('starts with the current session, then the last used, without those of other accounts', async () => {
		const startedAt = new Date(clock.now()).toISOString();
		const first = await startSession();
		clock.advance(1000);
		const second = await startSession(ada, 'curl/8');
		clock.advance(1000);
		const third = await startSession();
		await startSession(musa);
		const list = await sessions.list(second.actor);
		const ids = [second, third, first].map(({ actor }) => actor.sessionId);
		expect(list.map(({ id, current }) => [id, current])).toEqual(ids.map((id, index) => [id, index === 0]));
		expect(list[0]?.device).toBe(accountsApiText.unknownDevice);
		const device = accountsApiText.browserOnSystem('Chrome', 'Android');
		expect(list[2]).toEqual({ id: ids[2], device, current: false, began_at: startedAt, last_used_at: startedAt });
	});

	test('omits expired and revoked sessions', async () => {
		const [expired, ended, mine] = [await startSession(), await startSession(), await startSession()];
		revokedIds.add(ended.actor.sessionId);
		const past = db.tables<AccountTables>().updateTable('sessions').set({ idle_ends_at: clock.now() });
		await past.where('id', '=', expired.actor.sessionId).execute();
		expect((await sessions.list(mine.actor)).map(({ id }) => id)).toEqual([mine.actor.sessionId]);
	});
});

describe('ending sessions', () => {
	test('works only for sessions of the same account', async () => {
		const [mine, other, musaSession] = [await startSession(), await startSession(), await startSession(musa)];
		const notFound = { code: 'not_found', message: accountsApiText.sessionOver };
		await expect(sessions.end(mine.actor, musaSession.actor.sessionId)).rejects.toMatchObject(notFound);
		expect(await sessions.authenticate(musaSession.token)).toEqual(musaSession.actor);
		await sessions.end(mine.actor, other.actor.sessionId);
		expect(await sessions.authenticate(other.token)).toBeNull();
		await expect(sessions.end(mine.actor, other.actor.sessionId)).rejects.toMatchObject(notFound);
	});

	test('ends all sessions, or all others', async () => {
		const [mine, other, musaSession] = [await startSession(), await startSession(), await startSession(musa)];
		await sessions.endAll(mine.actor, { others: true });
		expect(await sessions.authenticate(other.token)).toBeNull();
		expect(await sessions.authenticate(mine.token)).toEqual(mine.actor);
		await sessions.endAll(mine.actor, {});
		expect(await sessions.authenticate(mine.token)).toBeNull();
		expect(await sessions.authenticate(musaSession.token)).toEqual(musaSession.actor);
	});
});

describe('a recent session', () => {
	test('gives the account of its token without the database for half a minute', async () => {
		const { token } = await startSession();
		const query = vi.spyOn(db, 'tables');
		expect(sessions.findRecentAccountId(token)).toBe(ada.id);
		expect(query).not.toHaveBeenCalled();
		expect(sessions.findRecentAccountId('unknown')).toBeUndefined();
		clock.advance(30_000);
		expect(sessions.findRecentAccountId(token)).toBeUndefined();
	});

	test('never outlives the session', async () => {
		const { token } = await startSession();
		const soon = db
			.tables<AccountTables>()
			.updateTable('sessions')
			.set({ idle_ends_at: clock.now() + 1000 });
		await soon.execute();
		await sessions.authenticate(token);
		expect(sessions.findRecentAccountId(token)).toBe(ada.id);
		clock.advance(1000);
		expect(sessions.findRecentAccountId(token)).toBeUndefined();
	});

	const revoke = ({ sessionId }: Actor) => createRevokedSessionList({ db, list }).revoke(sessionId);
	const endings: Record<string, (actor: Actor) => Promise<unknown>> = {
		logout: revoke,
		'the end of one session': (actor) => sessions.end(actor, actor.sessionId),
		'the end of all sessions': (actor) => sessions.endAll(actor, {}),
		suspension: (actor) =>
			db.transaction((tx) =>
				createSuspensionService({ db, clock, events: createEventBus() }).suspend(tx, actor.accountId, null),
			),
		erasure: (actor) => db.transaction((tx) => deleteAccount(tx, actor.accountId)),
	};
	test.each(Object.keys(endings))('ends at once with %s', async (name) => {
		const [mine, other] = [await startSession(), await startSession(musa)];
		await endings[name]?.(mine.actor);
		expect(sessions.findRecentAccountId(mine.token)).toBeUndefined();
		expect(sessions.findRecentAccountId(other.token)).toBe(musa.id);
	});

	test('ends with a logout on a full disk, and stays ended after the next sweep', async () => {
		const { token, actor } = await startSession();
		const full = mockFullDisk();
		await revoke(actor);
		expect(sessions.findRecentAccountId(token)).toBeUndefined();
		full.mockRestore();
		await createRevokedSessionList({ db, list }).sweep();
		expect(sessions.findRecentAccountId(token)).toBeUndefined();
	});
});

describe('logging out', () => {
	const revoked = (of: PreallocatedList | null = list) => createRevokedSessionList({ db, list: of });

	test('deletes the session', async () => {
		const { actor } = await startSession();
		await revoked().revoke(actor.sessionId);
		expect(await listRows()).toEqual([]);
		expect(revoked().isRevoked(actor.sessionId)).toBe(false);
	});

	test('revokes the session on a full disk, and the next sweep deletes it', async () => {
		const [ended, other] = [await startSession(), await startSession()];
		const full = mockFullDisk();
		await revoked().revoke(ended.actor.sessionId);
		expect(revoked().isRevoked(ended.actor.sessionId)).toBe(true);
		expect(revoked().isRevoked(other.actor.sessionId)).toBe(false);
		full.mockRestore();
		expect(await listRows()).toHaveLength(2);
		await revoked().sweep();
		expect((await listRows()).map(({ id }) => id)).toEqual([other.actor.sessionId]);
		expect(revokedIds).toEqual(new Set());
		expect(list.preallocate).toHaveBeenCalledTimes(1);
	});

	test('fails if the session cannot be revoked either', async () => {
		const { actor } = await startSession();
		const full = mockFullDisk();
		await expect(revoked(null).revoke(actor.sessionId)).rejects.toThrow(DiskFullError);
		full.mockImplementation(() => {
			throw new Error('broken');
		});
		await expect(revoked().revoke(actor.sessionId)).rejects.toThrow('broken');
		expect(revokedIds).toEqual(new Set());
		full.mockRestore();
		expect(revoked(null).isRevoked(actor.sessionId)).toBe(false);
		await revoked(null).sweep();
		expect(await listRows()).toHaveLength(1);
	});
});
