import * as accountsApiText from '../../contract/text/accounts-api.ts';
import type { Tx } from '../platform/database/index.ts';
import type { Events } from '../platform/events.ts';
import { Refusal } from '../platform/refusal.ts';
import { accountShownChanged } from './events.ts';
import { index } from './search.ts';
import { isShown } from './shown.ts';
import { updateAccount } from './store.ts';
import type { AccountRow } from './tables.ts';
import { offShowTag, personNamedTag, personTag } from './tags.ts';

/** Changes what decides whether an account is seen; where that changes, whoever holds rows of it is told. Throws `not_found`. */
export async function changeShown(
	tx: Tx,
	events: Events,
	before: AccountRow,
	values: Partial<AccountRow>,
): Promise<AccountRow> {
	const account = await updateAccount(tx, before.id, values);
	if (!account) throw new Refusal('not_found', accountsApiText.accountGone);
	if (isShown(account) === isShown(before)) return account;
	tx.changed(personTag(account.id), personNamedTag(account.user_name), offShowTag);
	await index(tx, account);
	await events.emit(tx, accountShownChanged, { accountId: account.id, shown: isShown(account) });
	return account;
}
