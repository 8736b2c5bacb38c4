import type { Readable } from 'node:stream';
import type { ProcessingActivity } from '../../contract/data-protection/data-protection.ts';
import * as processingText from '../../text/server/processing.ts';
import { type Clock, toIsoTime } from '../core/clock.ts';
import { hashToken } from '../core/secrets.ts';
import type { Database, Db, Tx } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import { presentApiToken } from './api-tokens.ts';
import { listApiTokens } from './api-tokens-store.ts';
import { describeDevice } from './device.ts';
import { listEmailChanges } from './email-changes-store.ts';
import { deleteAccount, insertFormerUserName, listAccountsDueForErasure } from './erasure-store.ts';
import { accountErased } from './events.ts';
import { findIdentityByAccount } from './google-store.ts';
import { listKnownLoginOrigins } from './known-login-origins-store.ts';
import { listNumberChanges } from './number-changes-store.ts';
import { presentPasskey } from './passkeys.ts';
import { listPasskeys } from './passkeys-store.ts';
import { presentMe } from './present.ts';
import { findAccount, listLogins } from './store.ts';
import { lockForVisibility } from './update-account-visibility.ts';

export interface DataExportFile {
	/** File name in the ZIP file of the data export. */
	name: string;
	/** Opens a file for the data export. Resolves to null if the file was deleted meanwhile. */
	open: () => Promise<Readable | null>;
}

/** Export and erasure of one module's personal data. */
export interface PersonalDataHandler {
	/** Base name of the module's JSON file in the data export. */
	section: string;
	/** The module's entry in the record of processing. */
	processing: Omit<ProcessingActivity, 'name'>;
	/** Returns all data of the module about an account. The data identifies other accounts only by id. */
	export: (db: Db, accountId: number) => Promise<unknown>;
	files?: (db: Db, accountId: number) => Promise<DataExportFile[]>;
	/** Erases the module's data about a hidden account. Needed if deletion by cascade is not enough, for example to adjust counts. */
	erase?: (tx: Tx, accountId: number) => Promise<void>;
	/** Removes a hidden account from many rows of others, in transactions of its own, before `erase` of any module. */
	eraseFromOthers?: (db: Database, accountId: number) => Promise<void>;
}

export function createAccountPersonalData(clock: Clock): PersonalDataHandler {
	return {
		section: 'account',
		processing: {
			...processingText.account,
			people: ['customers', 'sellers', 'learners', 'administrators'],
			basis: 'contract',
			recipients: ['public', 'hosting', 'mail', 'google'],
		},
		async export(db, accountId) {
			const account = await findAccount(db, accountId);
			if (!account) return null;
			const identity = await findIdentityByAccount(db, accountId);
			const sessions = await listLogins(db, accountId, clock.now());
			const apiTokens = await listApiTokens(db, accountId, clock.now());
			const passkeys = await listPasskeys(db, accountId);
			const emailChanges = await listEmailChanges(db, accountId);
			const numberChanges = await listNumberChanges(db, accountId);
			const callers = await listKnownLoginOrigins(db, accountId);
			return {
				...presentMe(account),
				followers: account.followers,
				response_time: account.response_time,
				caution: account.caution === 1,
				former_name:
					account.former_since === null
						? null
						: { letters: account.former_skeleton, since: toIsoTime(account.former_since) },
				google: identity && { email: identity.email, linked_at: toIsoTime(identity.created_at) },
				sessions: sessions.map(({ device, created_at, last_used_at }) => ({
					device: describeDevice(device),
					user_agent: device,
					began_at: toIsoTime(created_at),
					last_used_at: toIsoTime(last_used_at),
				})),
				api_tokens: apiTokens.map(presentApiToken),
				passkeys: passkeys.map(presentPasskey),
				former_emails: emailChanges.map(({ email, changed_at }) => ({ email, changed_at: toIsoTime(changed_at) })),
				former_numbers: numberChanges.map(({ ad_id, kind, previous, changed_at }) => ({
					ad_id,
					kind,
					number: previous,
					changed_at: toIsoTime(changed_at),
				})),
				// Only hashes of known networks and devices are stored, so the export contains no addresses.
				known_callers: callers.map(({ kind, last_used_at }) => ({ kind, last_used_at: toIsoTime(last_used_at) })),
			};
		},
	};
}

const erasureBatchSize = 50;

/** Erases accounts after their grace period: rows, files and counts, with one transaction per account. */
export function createAccountEraser({
	db,
	clock,
	events,
	jobs,
	idempotencyStore,
	personalData,
}: Pick<Platform, 'db' | 'clock' | 'events' | 'jobs' | 'idempotencyStore'> & {
	/** Personal data handlers of all modules, in the order in which the modules are created. */
	personalData: readonly PersonalDataHandler[];
}) {
	async function eraseAccount(id: number): Promise<void> {
		// An account that is due cannot be restored any more.
		for (const { eraseFromOthers } of personalData) await eraseFromOthers?.(db, id);
		await db.transaction(async (tx) => {
			const account = (await lockForVisibility(tx, events, [id])).get(id);
			// The owner may have restored the account concurrently.
			if (!account || account.deletes_at === null || account.deletes_at > clock.now()) return;
			// Stored responses of idempotent requests contain personal data. Other accounts got theirs before the deletion, and those have expired.
			await idempotencyStore.clear(tx, id);
			await idempotencyStore.clearOfAdministrators(tx);
			for (const email of [account.email, account.new_email]) if (email !== null) await jobs.clearFailedOf(tx, email);
			// Modules erase in reverse order of creation, because later modules depend on rows and files of earlier modules.
			for (const { erase } of personalData.toReversed()) await erase?.(tx, id);
			await insertFormerUserName(tx, hashToken(account.user_name));
			await deleteAccount(tx, id);
			await events.emit(tx, accountErased, { accountId: id });
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
