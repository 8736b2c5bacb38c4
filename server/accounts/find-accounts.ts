import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Database, Db } from '../database/index.ts';
import { toProvenRecipient } from '../senders/mail/index.ts';
import type { AccountService } from './accounts.ts';
import { normalizeEmail } from './names.ts';
import { hasAddress, presentMe, presentPerson, presentProfile, toMailAddress } from './present.ts';
import * as store from './store.ts';
import type { AccountRow } from './tables.ts';
import { isAccountVisible } from './visibility.ts';

/** Throws `not_found` if the account is missing, suspended or pending deletion. */
async function getVisibleByUserName(db: Db, userName: string): Promise<AccountRow> {
	const account = await store.findAccountByUserName(db, userName.toLowerCase());
	if (!account || !isAccountVisible(account)) throw new DomainError('not_found', accountsApiText.userNotFound);
	return account;
}

/** Throws `unauthenticated` if the account does not exist. */
async function getAccount(db: Db, id: number): Promise<AccountRow> {
	const account = await store.findAccount(db, id);
	if (!account) throw new DomainError('unauthenticated', problemsText.logInFirst);
	return account;
}

export function createAccountFinder(db: Database) {
	return {
		getMe: async (actor) => presentMe(await getAccount(db, actor.accountId)),

		getProfile: async (userName) => presentProfile(await getVisibleByUserName(db, userName)),

		async getSellerContact(userName) {
			const { id, phone, call_number, phone_public } = await getVisibleByUserName(db, userName);
			return phone_public === 1 ? { id, whatsapp: phone, call_number } : { id, whatsapp: null, call_number: null };
		},

		getVisibleByUserName,

		isPendingDeletion: async (db, id) => (await store.findAccount(db, id))?.deletes_at != null,

		isSuspended: async (db, id) => (await store.findAccount(db, id))?.suspended_at != null,

		async isVisibleAdministrator(db, id) {
			const account = await store.findAccount(db, id);
			return account?.role === 'admin' && isAccountVisible(account);
		},

		async findVerifiedByEmail(db, email) {
			const account = await store.findAccountByEmail(db, normalizeEmail(email));
			return account && account.email_verified_at !== null ? account.id : null;
		},

		async getVerifiedEmail(db, id) {
			const account = await store.findAccount(db, id);
			return account && account.email_verified_at !== null ? account.email : null;
		},

		async getVerified(db, id) {
			const { phone, phone_verified_at, business_name, business_verified_at } = await getAccount(db, id);
			return {
				phone,
				phoneVerifiedAt: phone_verified_at,
				businessName: business_name,
				businessVerifiedAt: business_verified_at,
			};
		},

		async getMailRecipient(db, id) {
			const account = await store.findAccount(db, id);
			if (!account || account.sample === 1 || !hasAddress(account)) return null;
			return { ...toMailAddress(account), name: account.display_name };
		},

		async getVerifiedMailRecipient(db, id) {
			const account = await store.findAccount(db, id);
			if (!account || account.email_verified_at === null || account.sample === 1 || !isAccountVisible(account))
				return null;
			return { email: toProvenRecipient(account.email), name: account.display_name };
		},

		async listContactNumbers(db, id) {
			const account = await store.findAccount(db, id);
			return account ? [account.phone, account.call_number] : [];
		},

		getAvatarId: async (db, id) => (await store.findAccount(db, id))?.avatar_id ?? null,
	} satisfies Partial<AccountService>;
}

/** Finds accounts by id in any state. */
const findAll = (db: Db, ids: Iterable<number>) => store.findAccounts(db, [...new Set(ids)]);

function toMap<Value>(rows: readonly AccountRow[], present: (row: AccountRow) => Value): Map<number, Value> {
	return new Map(rows.map((row) => [row.id, present(row)]));
}

/** Finds several accounts by id. */
export const accountsFinder = {
	findPeople: async (db, ids) => toMap(await findAll(db, ids), (row) => presentPerson(row)),

	findVisiblePeople: async (db, ids) =>
		toMap((await findAll(db, ids)).filter(isAccountVisible), (row) => presentPerson(row)),

	async findListedPeople(db, ids) {
		const listed = (await findAll(db, ids)).filter((row) => row.role === 'user' && isAccountVisible(row));
		return toMap(listed, (row) => presentPerson(row));
	},

	findAuthors: async (db, ids) =>
		toMap(
			await findAll(db, ids),
			(row) => (numbers) => presentPerson(row, numbers ? [numbers.whatsapp, numbers.call_number] : []),
		),

	findVisibleProfiles: async (db, ids) =>
		toMap((await findAll(db, ids)).filter(isAccountVisible), (row) => presentProfile(row)),

	findSummaries: async (db, ids) =>
		toMap(await findAll(db, ids), (row) => ({
			person: presentPerson(row),
			bio: row.bio,
			createdAt: row.created_at,
			isEmailVerified: row.email_verified_at !== null,
			isVisible: isAccountVisible(row),
		})),

	findRankedFollowers: async (db, ids) => toMap(await findAll(db, ids), (row) => row.ranked_followers),
} satisfies Partial<AccountService>;
