import type { Role } from '../../contract/accounts/accounts.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { invalidInput } from '../core/domain-error.ts';
import type { EventBus } from '../core/events.ts';
import { type Db, isUniqueViolation, type Tx } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import { accountTextsChanged } from './events.ts';
import { type LookAlikeService, type NewAccount, takeName } from './look-alikes.ts';
import { normalizeEmail } from './names.ts';
import { indexAccount } from './search.ts';
import * as store from './store.ts';
import type { AccountRow } from './tables.ts';

export interface AccountAddingDeps extends Pick<Platform, 'clock' | 'events'> {
	lookAlikes: LookAlikeService;
}

/** Account of a sign-up or of an administrator. */
interface PasswordAccount {
	userName: string;
	displayName?: string | undefined;
	email: string;
	emailKey?: string;
	passwordHash: string | null;
	role: Role;
	mustChangePassword?: boolean;
}

/** Inserts an account. See `AccountService.add`. */
export async function addAccount(
	tx: Tx,
	{ events, lookAlikes }: Pick<AccountAddingDeps, 'events' | 'lookAlikes'>,
	values: NewAccount,
): Promise<AccountRow> {
	const account = await store.insertAccount(tx, {
		...values,
		...(await takeName(tx, values.display_name, values.created_at)),
	});
	await indexAccount(tx, account);
	await lookAlikes.report(tx, account);
	await emitAccountTexts(tx, events, account);
	return account;
}

export async function addPasswordAccount(
	tx: Tx,
	{ clock, ...deps }: AccountAddingDeps,
	account: PasswordAccount,
): Promise<AccountRow> {
	return addAccount(tx, deps, {
		user_name: account.userName,
		display_name: account.displayName ?? account.userName,
		email: account.email,
		email_key: account.emailKey ?? normalizeEmail(account.email),
		password_hash: account.passwordHash,
		role: account.role,
		must_change_password: account.mustChangePassword ? 1 : 0,
		created_at: clock.now(),
	});
}

export const emitAccountTexts = (tx: Tx, events: EventBus, { id, display_name, user_name, bio }: AccountRow) =>
	events.emit(tx, accountTextsChanged, { accountId: id, name: display_name, userName: user_name, bio });

/** Throws `invalid` if `create` fails because another account has the user name or the email address. */
export async function translateTaken<Created>(
	db: Db,
	userName: string,
	create: () => Promise<Created>,
): Promise<Created> {
	try {
		return await create();
	} catch (error) {
		if (!isUniqueViolation(error, 'accounts.user_name', 'accounts.email_key')) throw error;
		const nameTaken = await store.findAccountByUserName(db, userName);
		throw invalidInput(
			nameTaken ? { user_name: accountsApiText.userNameTaken } : { email: accountsApiText.emailTaken },
		);
	}
}
