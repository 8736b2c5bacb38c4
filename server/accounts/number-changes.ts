import * as accountLimits from '../../contract/accounts/limits.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { DomainError } from '../core/domain-error.ts';
import { hashToken } from '../core/secrets.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import { personCacheTag, userNameCacheTag } from './cache-tags.ts';
import { computeCaution } from './caution.ts';
import { numberChangesUndone } from './events.ts';
import { adNumberMailDelay, numberChangeMailJob } from './job-definitions.ts';
import * as changesStore from './number-changes-store.ts';
import * as store from './store.ts';
import type { AccountRow, NumberKind } from './tables.ts';

/** Numbers of an ad. */
export interface AdNumbers {
	whatsapp: string | null;
	call_number: string | null;
}

type NumbersForm = { [Name in keyof AdNumbers]?: string | null | undefined };

/** Former number of an account, or of one of its ads. */
export interface NumberChange {
	adId: number | null;
	kind: NumberKind;
	previous: string | null;
	/** Whether there was no number before. */
	isFirst: boolean;
	/** Time when the owner proved control of the former number; null if not proven. */
	verifiedAt?: number | null;
	/** `phone_public` of the account before the change. */
	phonePublic?: number;
}

const hour = 3_600_000;

export type NumberChangeService = ReturnType<typeof createNumberChangeService>;

/** Returns the changes between the numbers of an account or an ad. */
export function compareNumbers(
	adId: number | null,
	before: Record<NumberKind, string | null>,
	after: Record<NumberKind, string | null>,
): NumberChange[] {
	const isFirst = before.phone === null && before.call_number === null;
	return (['phone', 'call_number'] as const)
		.filter((kind) => before[kind] !== after[kind])
		.map((kind) => ({ adId, kind, previous: before[kind], isFirst }));
}

/** Returns the changes between the numbers of an account. */
export function listAccountChanges(before: AccountRow, after: Record<NumberKind, string | null>): NumberChange[] {
	return compareNumbers(null, before, after).map((change) => ({
		...change,
		verifiedAt: change.kind === 'phone' ? before.phone_verified_at : null,
		phonePublic: before.phone_public,
	}));
}

/** Mails the owner of changed numbers, and restores the former ones. */
export function createNumberChangeService({
	db,
	clock,
	jobs,
	events,
}: Pick<Platform, 'db' | 'clock' | 'jobs' | 'events'>) {
	/** Returns whether the owner's proof of a number still holds: no other account has proven it since. */
	async function canKeepProof(tx: Tx, account: AccountRow, phone: string | null): Promise<boolean> {
		const holder = phone === null ? account.id : await store.findVerifiedPhoneHolder(tx, phone);
		return phone !== null && (holder === null || holder === account.id);
	}

	return {
		/**
		 * Stores former numbers and queues the mail about them. Changes of ads within ten minutes share one mail. First numbers need no mail,
		 * unless they follow another change of the same day, which may have removed the former ones.
		 */
		async record(tx: Tx, accountId: number, changes: readonly NumberChange[]): Promise<void> {
			if (changes.length === 0) return;
			if (changes.every(({ isFirst }) => isFirst) && !(await changesStore.hasNumberChange(tx, accountId))) return;
			const now = clock.now();
			const ofAccount = changes.some(({ adId }) => adId === null);
			const isQueued = await changesStore.hasWaitingNumberChange(tx, accountId, now - hour);
			const rows = changes.map(({ adId, kind, previous, verifiedAt = null, phonePublic = null }) => ({
				account_id: accountId,
				ad_id: adId,
				kind,
				previous,
				verified_at: verifiedAt,
				phone_public: phonePublic,
				changed_at: now,
			}));
			await changesStore.insertNumberChanges(tx, rows);
			if (isQueued && !ofAccount) return;
			await jobs.add(tx, numberChangeMailJob, { account_id: accountId }, { delay: ofAccount ? 0 : adNumberMailDelay });
		},

		/**
		 * Restores the numbers of an account and its ads as they were before the changes of a mailed link, and ends that link and later ones.
		 * The link is enough, because somebody else may use the owner's session. Throws `invalid` for an unknown, used or expired link.
		 */
		undo: (token: string): Promise<void> =>
			db.transaction(async (tx) => {
				const after = clock.now() - accountLimits.contactUndoTtl;
				const first = await changesStore.findNumberChangeByToken(tx, hashToken(token), after);
				const account = first && (await store.lockAccountRow(tx, first.account_id));
				const rows = account ? await changesStore.takeNumberChanges(tx, account.id, first.id) : [];
				// Another call may have used the link before this one had the lock.
				if (!account || rows[0]?.id !== first.id) throw new DomainError('invalid', accountsApiText.numberLinkOver);
				// The first change of a number has the oldest value.
				const oldest = [...rows.toReversed()];
				const own = new Map(oldest.flatMap((row) => (row.ad_id === null ? [[row.kind, row]] : [])));
				const phone = own.get('phone');
				const phonePublic = rows.find((row) => row.ad_id === null)?.phone_public ?? account.phone_public;
				const restored = {
					phone_public: phonePublic,
					...(phone && {
						phone: phone.previous,
						phone_verified_at: (await canKeepProof(tx, account, phone.previous)) ? phone.verified_at : null,
					}),
					...(own.has('call_number') && { call_number: own.get('call_number')?.previous ?? null }),
				};
				if (own.size > 0) {
					const caution = computeCaution({ ...account, ...restored }, clock.now());
					await store.updateAccount(tx, account.id, { ...restored, caution });
					tx.invalidate(personCacheTag(account.id), userNameCacheTag(account.user_name));
				}
				const ads = oldest.flatMap(({ ad_id: adId, kind, previous }) =>
					adId === null ? [] : [{ adId, kind, previous }],
				);
				const ofAds = new Map(ads.map((change) => [`${change.adId} ${change.kind}`, change]));
				if (ofAds.size > 0) {
					await events.emit(tx, numberChangesUndone, { accountId: account.id, ads: [...ofAds.values()] });
				}
			}),

		/**
		 * Throws `forbidden` if an API token would put a number on an ad that the account does not have, because customers would then reach
		 * somebody else.
		 */
		async assertTokenMayPost(db: Db, actor: Actor, form: NumbersForm): Promise<void> {
			if (actor.scopes === null) return;
			const account = await store.findAccount(db, actor.accountId);
			const allowed = [null, account?.phone, account?.call_number];
			assertAllowed(form, (number) => allowed.includes(number));
		},

		/** Throws `forbidden` if an API token would change a number of an ad. */
		assertTokenKeeps({ scopes }: Actor, ad: AdNumbers, form: NumbersForm): void {
			if (scopes !== null) assertAllowed(form, (number, name) => number === ad[name]);
		},

		sweep: () => changesStore.deleteNumberChangesBefore(db, clock.now() - accountLimits.contactUndoTtl),
	};
}

function assertAllowed(form: NumbersForm, isAllowed: (number: string | null, name: keyof AdNumbers) => boolean): void {
	for (const name of ['whatsapp', 'call_number'] as const) {
		const number = form[name];
		if (number === undefined || isAllowed(number, name)) continue;
		const fields = { [name]: accountsApiText.tokenChangesNoNumber };
		throw new DomainError('forbidden', accountsApiText.tokenChangesNoNumber, { fields });
	}
}
