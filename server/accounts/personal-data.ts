import type { Readable } from 'node:stream';
import type { Clock } from '../platform/clock.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import type { IdempotencyStore } from '../platform/http/index.ts';
import { hashToken } from '../platform/secrets.ts';
import { describeDevice } from './device.ts';
import { deleteAccount, insertFormerUserName, listAccountsDueForErasure } from './erasure-store.ts';
import { findIdentityByAccount } from './google-store.ts';
import { listKnownCallers } from './known-callers-store.ts';
import { presentMe } from './present.ts';
import { findAccount, listSessions, lockAccount } from './store.ts';

/** A file of somebody's own, for the export. */
export interface PersonalFile {
	/** Its name in the export. */
	name: string;
	/** Null where it is gone meanwhile. */
	open: () => Promise<Readable | null>;
}

/** What one noun keeps about people. */
export interface PersonalData {
	/** Names its file in the export. */
	section: string;
	/** All that is kept about an account, and nothing about anyone else but ids. */
	export: (at: Db, accountId: number) => Promise<unknown>;
	files?: (at: Db, accountId: number) => Promise<PersonalFile[]>;
	/**
	 * Forgets an account that nobody sees any more, in the transaction that erases it. Without it the rows go with the account's own, and
	 * no count stands on them.
	 */
	erase?: (tx: Tx, accountId: number) => Promise<void>;
}

/** The account itself and how it logs in. */
export function accountData(clock: Clock): PersonalData {
	return {
		section: 'account',
		async export(at, accountId) {
			const account = await findAccount(at, accountId);
			if (!account) return null;
			const identity = await findIdentityByAccount(at, accountId);
			const sessions = await listSessions(at, accountId, clock.now());
			const callers = await listKnownCallers(at, accountId);
			return {
				...presentMe(account),
				followers: account.followers,
				google: identity && { email: identity.email, linked_at: isoTime(identity.created_at) },
				sessions: sessions.map(({ device, created_at, last_used_at }) => ({
					device: describeDevice(device),
					user_agent: device,
					began_at: isoTime(created_at),
					last_used_at: isoTime(last_used_at),
				})),
				// Networks and browsers that may log in while strangers try passwords; hashes alone are kept of them.
				known_callers: callers.map(({ kind, last_used_at }) => ({ kind, last_used_at: isoTime(last_used_at) })),
			};
		},
	};
}

const erasureBatchSize = 50;

/** Erases accounts whose days of grace are over, each in one transaction: rows, files, and what was counted because of them. */
export function createErasure({
	db,
	clock,
	idempotencyStore,
	personalData,
}: {
	db: Database;
	clock: Clock;
	idempotencyStore: IdempotencyStore;
	/** In the order in which their modules were created. */
	personalData: readonly PersonalData[];
}) {
	async function eraseAccount(id: number): Promise<void> {
		await db.transaction(async (tx) => {
			const account = await lockAccount(tx, id);
			// It may have come back at this moment.
			if (!account || account.deletes_at === null || account.deletes_at > clock.now()) return;
			// What was answered holds what was said.
			await idempotencyStore.clear(tx, id);
			// The last module first: what counts on others' rows or names their files goes before those do.
			for (const { erase } of personalData.toReversed()) await erase?.(tx, id);
			await insertFormerUserName(tx, hashToken(account.user_name));
			await deleteAccount(tx, id);
		});
	}

	return async function eraseDue(signal?: AbortSignal): Promise<void> {
		for (;;) {
			const ids = await listAccountsDueForErasure(db, clock.now(), erasureBatchSize);
			for (const id of ids) {
				signal?.throwIfAborted();
				await eraseAccount(id);
			}
			if (ids.length < erasureBatchSize) return;
		}
	};
}

/** A time of a row, as the export has it. */
export function isoTime(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}
