import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { DomainError } from '../core/domain-error.ts';
import type { EventBus } from '../core/events.ts';
import type { Tx } from '../database/index.ts';
import { personCacheTag, userNameCacheTag, visibilityCacheTag } from './cache-tags.ts';
import { accountVisibilityChanged, accountVisibilityLocking } from './events.ts';
import { indexAccount } from './search.ts';
import { lockAccountRows, updateAccount } from './store.ts';
import type { AccountRow } from './tables.ts';
import { isAccountVisible } from './visibility.ts';

/** Number of accounts that one statement locks. */
const lockBatchSize = 1000;

/**
 * Locks accounts before their visibility changes, with all other accounts that the change updates, such as reviewed sellers. Returns those of
 * `accountIds` that exist.
 */
export async function lockForVisibility(
	tx: Tx,
	events: EventBus,
	accountIds: readonly number[],
): Promise<Map<number, AccountRow>> {
	const ids = new Set(accountIds);
	function add(relatedIds: readonly number[]): void {
		for (const id of relatedIds) ids.add(id);
	}
	await events.emit(tx, accountVisibilityLocking, { accountIds, add });
	const ordered = [...ids].sort((a, b) => a - b);
	const locked = new Map<number, AccountRow>();
	for (let start = 0; start < ordered.length; start += lockBatchSize) {
		for (const account of await lockAccountRows(tx, ordered.slice(start, start + lockBatchSize))) {
			if (accountIds.includes(account.id)) locked.set(account.id, account);
		}
	}
	return locked;
}

/** Updates an account that `lockForVisibility` has locked. Emits `accountVisibilityChanged` if the change shows or hides the account. Throws `not_found`. */
export async function updateAccountVisibility(
	tx: Tx,
	events: EventBus,
	before: AccountRow,
	values: Partial<AccountRow>,
): Promise<AccountRow> {
	const account = await updateAccount(tx, before.id, values);
	if (!account) throw new DomainError('not_found', accountsApiText.accountGone);
	if (isAccountVisible(account) === isAccountVisible(before)) return account;
	tx.invalidate(personCacheTag(account.id), userNameCacheTag(account.user_name), visibilityCacheTag);
	await indexAccount(tx, account);
	await events.emit(tx, accountVisibilityChanged, { accountId: account.id, isVisible: isAccountVisible(account) });
	return account;
}
