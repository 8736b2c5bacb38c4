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

export interface PersonalFile {
	/** File name in the export. */
	name: string;
	/** Resolves to null if the file was deleted meanwhile. */
	open: () => Promise<Readable | null>;
}

/** Export and erasure of one module's personal data. */
export interface PersonalData {
	/** Base name of its file in the export. */
	section: string;
	/** All data about an account. Of other accounts it may contain only ids. */
	export: (at: Db, accountId: number) => Promise<unknown>;
	files?: (at: Db, accountId: number) => Promise<PersonalFile[]>;
	/** Needed if deleting the account's rows by cascade is not enough, for example to adjust counts. The account is already hidden. */
	erase?: (tx: Tx, accountId: number) => Promise<void>;
}

export function accountPersonalData(clock: Clock): PersonalData {
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
				// Only hashes of known networks and devices are stored.
				known_callers: callers.map(({ kind, last_used_at }) => ({ kind, last_used_at: isoTime(last_used_at) })),
			};
		},
	};
}

const erasureBatchSize = 50;

/** Erases accounts after their grace period, each in one transaction: rows, files and counts. */
export function createErasure({
	db,
	clock,
	idempotencyStore,
	personalData,
}: {
	db: Database;
	clock: Clock;
	idempotencyStore: IdempotencyStore;
	/** In the order of creation of the modules. */
	personalData: readonly PersonalData[];
}) {
	async function eraseAccount(id: number): Promise<void> {
		await db.transaction(async (tx) => {
			const account = await lockAccount(tx, id);
			// The owner may have restored the account concurrently.
			if (!account || account.deletes_at === null || account.deletes_at > clock.now()) return;
			// Stored responses contain personal data.
			await idempotencyStore.clear(tx, id);
			// Reverse order of creation, because later modules depend on rows and files of earlier ones.
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

export function isoTime(milliseconds: number): string {
	return new Date(milliseconds).toISOString();
}
