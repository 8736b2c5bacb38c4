import type { CursorPage } from '../../contract/core/page.ts';
import type { UserListItem } from '../../contract/operations/operations.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { toIsoTime } from '../core/clock.ts';
import { type PageQuery, readPageById } from '../core/cursor.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import * as adminStore from './admin-store.ts';
import { eraseDueAccountsJob } from './job-definitions.ts';
import { normalizeEmail } from './names.ts';
import { presentName } from './present.ts';
import { indexAccount } from './search.ts';
import * as store from './store.ts';
import { lockForVisibility, updateAccountVisibility } from './update-account-visibility.ts';

export type AccountAdministrationDeps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'events'>;

/** Account in the administrator's list, without the fields that the modules ads and moderation provide. */
type AccountAdminRow = Omit<UserListItem, 'ads' | 'suspension'> & { suspended: boolean; until: number | null };

export type AccountAdministration = ReturnType<typeof createAccountAdministration>;

export function createAccountAdministration({ db, clock, jobs, events }: AccountAdministrationDeps) {
	return {
		/** Lists a page of accounts, newest first. Throws `invalid` for a malformed cursor. */
		async list(filter: adminStore.AccountFilter, page: PageQuery): Promise<CursorPage<AccountAdminRow>> {
			const { rows, next_cursor } = await readPageById(page, (below, most) =>
				adminStore.listAccounts(db, filter, below, most),
			);
			const lastSeen = await adminStore.findLastSeenByAccount(
				db,
				rows.map((row) => row.id),
			);
			return {
				items: rows.map((row) => ({
					...presentName(row),
					email: row.email,
					email_verified: row.email_verified_at !== null,
					role: row.role,
					sample: row.sample === 1,
					created_at: toIsoTime(row.created_at),
					seen_at: toIsoTime(lastSeen.get(row.id) ?? null),
					suspended: row.suspended_at !== null,
					until: row.suspended_until,
					deletes_at: toIsoTime(row.deletes_at),
				})),
				next_cursor,
			};
		},

		/** Finds an account in any state by its user name or email address. Throws `not_found`. */
		async find(nameOrEmail: string): Promise<{ id: number; user_name: string }> {
			const account = await (nameOrEmail.includes('@')
				? store.findAccountByEmail(db, normalizeEmail(nameOrEmail))
				: store.findAccountByUserName(db, nameOrEmail.toLowerCase()));
			if (!account) throw new DomainError('not_found', accountsApiText.userNotFound);
			return { id: account.id, user_name: account.user_name };
		},

		/** Finds accounts in any state by their user names or email addresses. `unknown` are those that no account has. */
		async findIdsByNameOrEmail(db: Db, people: readonly string[]): Promise<{ ids: number[]; unknown: string[] }> {
			const toKey = (text: string) => (text.includes('@') ? normalizeEmail(text) : text.trim().toLowerCase());
			const rows = await adminStore.listByNameOrEmail(db, people.map(toKey));
			const found = new Set(rows.flatMap((row) => [row.user_name, row.email_key]));
			return { ids: rows.map((row) => row.id), unknown: people.filter((text) => !found.has(toKey(text))) };
		},

		/** Lists the user names and email addresses of accounts in any state. */
		listEmails: async (db: Db, ids: readonly number[]): Promise<{ id: number; user_name: string; email: string }[]> =>
			(await store.findAccounts(db, ids)).map(({ id, user_name, email }) => ({ id, user_name, email })),

		listIdsAfter: store.listAccountIdsAfter,

		/** Writes accounts to the people search again, or removes those that do not belong there. */
		async reindex(tx: Tx, ids: readonly number[]): Promise<void> {
			for (const account of await store.lockAccountRows(tx, ids)) await indexAccount(tx, account);
		},

		/** Counts accounts, and sign-ups per day. `from` is the start of the first day in milliseconds since 1970. */
		getSiteStats: async (from: number) => ({
			...(await adminStore.countAccounts(db.longReads)),
			days: await adminStore.countSignUpsByDay(db.longReads, from),
		}),

		listSampleAccountIds: adminStore.listSampleAccountIds,

		/** Hides the sample accounts among `ids` and queues the job that erases them. */
		async removeSample(tx: Tx, ids: readonly number[]): Promise<void> {
			for (const account of (await lockForVisibility(tx, events, ids)).values()) {
				if (account.sample === 1) await updateAccountVisibility(tx, events, account, { deletes_at: clock.now() });
			}
			if (ids.length > 0) await jobs.add(tx, eraseDueAccountsJob, {});
		},
	};
}
