import type { Me } from '../../contract/accounts/accounts.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Tx } from '../database/index.ts';
import type { AccountLocation, AccountService, AccountServiceDeps } from './accounts.ts';
import { type AccountAddingDeps, emitAccountTexts } from './add-account.ts';
import { personCacheTag, userNameCacheTag } from './cache-tags.ts';
import { computeCaution } from './caution.ts';
import { accountNumberChanged } from './events.ts';
import { assertNoClaim } from './name-claims.ts';
import { listAccountChanges, type NumberChangeService } from './number-changes.ts';
import { presentMe } from './present.ts';
import { indexAccount } from './search.ts';
import * as store from './store.ts';

type AccountChange = Parameters<typeof store.updateAccount>[2];

export async function changeAccount(tx: Tx, id: number, change: AccountChange): Promise<Me> {
	const hasChanges = Object.keys(change).length > 0;
	const account = await (hasChanges ? store.updateAccount(tx, id, change) : store.findAccount(tx, id));
	if (!account) throw new DomainError('unauthenticated', problemsText.logInFirst);
	if (hasChanges) {
		tx.invalidate(personCacheTag(id), userNameCacheTag(account.user_name));
		await indexAccount(tx, account);
	}
	return presentMe(account);
}

export function createAccountEditing({
	clock,
	events,
	lookAlikes,
	numberChanges,
	brand,
}: AccountAddingDeps & Pick<AccountServiceDeps, 'brand'> & { numberChanges: NumberChangeService }) {
	/** Changes the numbers and other fields of an account. Emits an event for each number removed, or replaced by a public number. */
	async function changeContact(tx: Tx, id: number, change: AccountChange): Promise<Me> {
		const before = await store.lockAccountRow(tx, id);
		const me = await changeAccount(tx, id, change);
		if (before) await numberChanges.record(tx, id, listAccountChanges(before, me));
		for (const kind of ['phone', 'call_number'] as const) {
			const previous = before?.[kind];
			const current = me[kind];
			if (previous && previous !== current && (current === null || me.phone_public)) {
				await events.emit(tx, accountNumberChanged, { accountId: id, kind, previous, current });
			}
		}
		return me;
	}

	/** Returns the columns to update for another phone number. Another number ends the proof of the previous one. */
	async function changePhone(tx: Tx, id: number, phone: string | null) {
		const account = await store.lockAccountRow(tx, id);
		if (!account || account.phone === phone) return {};
		const caution = computeCaution({ ...account, phone_verified_at: null }, clock.now());
		return { phone, phone_verified_at: null, caution };
	}

	return {
		async updateMe(tx, actor, form) {
			const { display_name, bio, place, place_public, location, phone, call_number, phone_public } = form;
			const before = display_name === undefined ? null : await store.lockAccountRow(tx, actor.accountId);
			// The form sends a name that stays, too. It may be older than the rule, or than the name of the market.
			if (before?.role === 'user' && before.display_name !== display_name)
				assertNoClaim('display_name', display_name, brand.current());
			const me = await changeContact(tx, actor.accountId, {
				...(before && { display_name, ...(await lookAlikes.rename(tx, before, display_name ?? '')) }),
				...(bio !== undefined && { bio }),
				...(place !== undefined && { place: place || null }),
				...(place_public !== undefined && { place_public: place_public ? 1 : 0 }),
				...(location !== undefined && toLocationColumns(location)),
				...(call_number !== undefined && { call_number }),
				...(phone !== undefined && (await changePhone(tx, actor.accountId, phone))),
				...(phone_public !== undefined && { phone_public: phone_public ? 1 : 0 }),
			});
			const after = await store.findAccount(tx, actor.accountId);
			if (after && before && after.display_name !== before.display_name) await lookAlikes.report(tx, after);
			if (after && (display_name !== undefined || bio !== undefined)) await emitAccountTexts(tx, events, after);
			return me;
		},

		async rememberContact(tx, accountId, { place, location, phone, call_number }) {
			const account = await store.lockAccountRow(tx, accountId);
			const takesNumbers = account && !account.phone && !account.call_number && (phone || call_number);
			await changeContact(tx, accountId, {
				...(place && !account?.place && { place }),
				...(location && account?.state === null && toLocationColumns(location)),
				...(takesNumbers && { phone: phone ?? null, call_number: call_number ?? null, phone_public: 1 }),
			});
		},

		async setAvatar(tx, accountId, avatar) {
			const replaced = (await store.lockAccountRow(tx, accountId))?.avatar_id ?? null;
			const change = { avatar_id: avatar?.id ?? null, user_image: avatar?.url ?? null };
			return { me: await changeAccount(tx, accountId, change), replaced };
		},
	} satisfies Partial<AccountService>;
}

function toLocationColumns(location: AccountLocation | null) {
	return { state: location?.state ?? null, lga: location?.lga ?? null };
}
