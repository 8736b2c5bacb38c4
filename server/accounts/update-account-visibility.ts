import * as accountsApiText from '../../contract/text/accounts-api.ts';
import type { Tx } from '../platform/database/index.ts';
import { DomainError } from '../platform/domain-error.ts';
import type { EventBus } from '../platform/events.ts';
import { personCacheTag, userNameCacheTag, visibilityCacheTag } from './cache-tags.ts';
import { accountVisibilityChanged } from './events.ts';
import { indexAccount } from './search.ts';
import { updateAccount } from './store.ts';
import type { AccountRow } from './tables.ts';
import { isAccountVisible } from './visibility.ts';

/** Updates an account. Emits `accountVisibilityChanged` if the change shows or hides the account. Throws `not_found`. */
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
