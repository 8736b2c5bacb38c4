import type { NameHolder } from '../../contract/verification/verification.ts';
import { toNameSkeleton } from '../core/name-skeleton.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Platform } from '../platform.ts';
import { personCacheTag, userNameCacheTag } from './cache-tags.ts';
import { accountLooksAlike, accountVisibilityChanged } from './events.ts';
import { lookAlikesJob } from './job-definitions.ts';
import { findNameHolder, takeUnreported, updateLookAlikes } from './look-alikes-store.ts';
import { claimsMarket } from './name-claims.ts';
import { findAccount, type insertAccount } from './store.ts';
import type { AccountRow } from './tables.ts';

export type LookAlikeServiceDeps = Pick<Platform, 'db' | 'clock' | 'jobs' | 'events' | 'brand'>;

export type NameColumns = Pick<AccountRow, 'name_skeleton' | 'name_since' | 'look_alike'>;
/** Columns of a new account, apart from those that follow from its name. */
export type NewAccount = Omit<Parameters<typeof insertAccount>[1], keyof NameColumns>;
type FormerColumns = Pick<AccountRow, 'former_skeleton' | 'former_since'>;

/** Time in milliseconds for which an account that gives up a name keeps its place among those who want the name. */
const keptPeriod = 90 * 86_400_000;
const batchSize = 100;

/**
 * Returns the columns of an account whose right to a name begins at `since`. It is a look-alike if another account has the better right to the
 * name.
 */
export async function takeName(
	db: Db,
	name: string,
	since: number,
	{ id, business_verified_at }: Pick<AccountRow, 'id' | 'business_verified_at'> = { id: 0, business_verified_at: null },
): Promise<NameColumns> {
	const name_skeleton = toNameSkeleton(name);
	const holder = await findNameHolder(db, name_skeleton, id);
	const isBusiness = business_verified_at !== null;
	const isHolder =
		holder === null ||
		(isBusiness === (holder.business_verified_at !== null) ? since < (holder.name_since ?? 0) : isBusiness);
	return { name_skeleton, name_since: since, look_alike: isHolder ? 0 : 1 };
}

const isVerified = ({ phone_verified_at, business_verified_at }: AccountRow) =>
	phone_verified_at !== null || business_verified_at !== null;

const normalize = (name: string) => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ');

/** Keeps track of accounts whose names look like those of others. No badge of such an account is shown. */
export function createLookAlikeService({ db, clock, jobs, events, brand }: LookAlikeServiceDeps) {
	/** Reports a look-alike to moderators. */
	async function report(tx: Tx, account: AccountRow): Promise<void> {
		if (account.look_alike === 0 || account.name_skeleton === null) return;
		const holder = await findNameHolder(tx, account.name_skeleton, account.id);
		if (holder) await reportBeside(tx, account, holder);
	}

	/** Reports a look-alike of a holder, unless both accounts have proven nothing and just have the same name. */
	async function reportBeside(tx: Tx, account: AccountRow, holder: AccountRow): Promise<void> {
		const isSameName = normalize(account.display_name) === normalize(holder.display_name);
		if (isSameName && !isVerified(account) && !isVerified(holder)) return;
		const { id, display_name: name } = account;
		await events.emit(tx, accountLooksAlike, { accountId: id, name, otherUserName: holder.user_name });
	}

	/** Queues the check of the accounts with the name of an account. */
	async function queueCheck(
		tx: Tx,
		{ id, name_skeleton, look_alike }: Pick<AccountRow, 'id' | 'name_skeleton' | 'look_alike'>,
	): Promise<void> {
		if (name_skeleton === null) return;
		const other = await findNameHolder(tx, name_skeleton, id);
		// Another transaction updates the accounts, because this one has locked its own. A look-alike may be the only account left with its name.
		if (other || look_alike === 1) await jobs.add(tx, lookAlikesJob, { account_id: other?.id ?? id });
	}

	events.on(accountVisibilityChanged, async (tx, { accountId }) => {
		const account = await findAccount(tx, accountId);
		if (account) await queueCheck(tx, account);
	});

	return {
		report,
		queueCheck,

		/** Returns the columns of a locked account that change with its name. */
		async rename(tx: Tx, account: AccountRow, name: string): Promise<Partial<NameColumns & FormerColumns>> {
			const skeleton = toNameSkeleton(name);
			if (skeleton === account.name_skeleton) return {};
			await queueCheck(tx, account);
			const { name_since, former_skeleton, former_since } = account;
			const now = clock.now();
			// The account gave up its former name when it took the present one.
			const isKept = former_skeleton === skeleton && now - (name_since ?? 0) <= keptPeriod;
			const taken = await takeName(tx, name, isKept ? (former_since ?? now) : now, account);
			await queueCheck(tx, { id: account.id, ...taken });
			return { ...taken, former_skeleton: account.name_skeleton, former_since: name_since };
		},

		/** Reports, of the accounts that a migration has marked, the look-alikes and the names that claim to be the market. */
		async reportFound(signal: AbortSignal): Promise<void> {
			for (;;) {
				signal.throwIfAborted();
				const taken = await db.transaction(async (tx) => {
					const found = await takeUnreported(tx, batchSize);
					for (const { account, holder } of found) {
						const names = [account.display_name, account.user_name];
						if (account.role === 'user' && names.some((name) => claimsMarket(name, brand.current()))) {
							await events.emit(tx, accountLooksAlike, {
								...{ accountId: account.id, name: account.display_name, otherUserName: null },
							});
						}
						if (account.look_alike === 1 && holder && holder.id !== account.id) {
							await reportBeside(tx, account, holder);
						}
					}
					return found.length;
				});
				if (taken < batchSize) return;
			}
		},

		/** Returns who has the better right to the name of a look-alike. Returns null for other accounts. */
		async findBetterHolder(accountId: number): Promise<NameHolder | null> {
			const account = await findAccount(db, accountId);
			if (account?.look_alike !== 1 || account.name_skeleton === null) return null;
			const holder = await findNameHolder(db, account.name_skeleton, accountId);
			return holder && (holder.business_verified_at === null ? 'account' : 'business');
		},

		/** Finds out again which of the accounts with an account's name are look-alikes. */
		check: (accountId: number): Promise<void> =>
			db.transaction(async (tx) => {
				const skeleton = (await findAccount(tx, accountId))?.name_skeleton ?? null;
				const holder = skeleton === null ? null : await findNameHolder(tx, skeleton);
				if (skeleton === null || !holder) return;
				for (const account of await updateLookAlikes(tx, skeleton, holder.id)) {
					tx.invalidate(personCacheTag(account.id), userNameCacheTag(account.user_name));
					await report(tx, account);
				}
			}),
	};
}

export type LookAlikeService = ReturnType<typeof createLookAlikeService>;
