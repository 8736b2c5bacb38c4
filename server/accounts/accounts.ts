import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { loginFormSchema, Me, Person, Profile, Role, Session, signUp } from '../../contract/accounts/accounts.ts';
import * as accountLimits from '../../contract/accounts/limits.ts';
import type { updateMe } from '../../contract/accounts/my-account.ts';
import { placeholderAdminEmail } from '../../contract/accounts/placeholder-admin-email.ts';
import type { locationSchema } from '../../contract/location/location.ts';
import type { Brand } from '../../contract/market-settings/brand.ts';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import * as problemsText from '../../text/shared/problems.ts';
import type { Clock } from '../core/clock.ts';
import type { Current } from '../core/current.ts';
import { DomainError, invalidInput } from '../core/domain-error.ts';
import type { EventBus } from '../core/events.ts';
import type { RateLimiter } from '../core/rate-limits.ts';
import { generateToken, hashToken } from '../core/secrets.ts';
import { type Database, type Db, isUniqueViolation, type Tx } from '../database/index.ts';
import type { PreallocatedList } from '../files/index.ts';
import type { Actor, RateLimitConfig } from '../http/index.ts';
import type { JobQueue } from '../jobs/index.ts';
import { type MailAddress, type Recipient, toProvenRecipient } from '../senders/mail/index.ts';
import type { ProviderConfig } from '../senders/openid/index.ts';
import { createAccountDeletionService } from './account-deletion.ts';
import { createAccountAdministration } from './admin.ts';
import { createApiTokenService } from './api-tokens.ts';
import { type AuditEntry, writeAudit } from './audit.ts';
import { followersCacheTag, personCacheTag, userNameCacheTag } from './cache-tags.ts';
import { computeCaution } from './caution.ts';
import { isEmailReserved } from './email-changes-store.ts';
import { hasAnyFormerUserName, isFormerUserName } from './erasure-store.ts';
import { accountLoginsEnded, accountNumberChanged, accountTextsChanged } from './events.ts';
import { createGoogleSignInService } from './google.ts';
import { securityNoticeMailJob, verificationMailJob } from './job-definitions.ts';
import { listDeviceHashes } from './known-login-origins-store.ts';
import { createLoginLimiter, type LoginOrigin, parseDeviceKey } from './login-limits.ts';
import { createLookAlikeService, type NewAccount, takeName } from './look-alikes.ts';
import { assertNoClaim } from './name-claims.ts';
import { isReservedUserName, normalizeEmail, toClaimKey, toSpareKey } from './names.ts';
import { type AdNumbers, createNumberChangeService, listAccountChanges } from './number-changes.ts';
import { createPasskeyService } from './passkeys.ts';
import { deletePasskeys } from './passkeys-store.ts';
import { createPasswordHasher, findAccountPasswordWeakness, type PasswordCost } from './passwords.ts';
import { createPostingQuota, type PostingQuotaLimits } from './posting-quota.ts';
import { hasAddress, presentMe, presentPerson, presentProfile, toMailAddress } from './present.ts';
import { createRankingService } from './ranking.ts';
import { createReauthentication, type ReauthenticateWithCode } from './reauthenticate.ts';
import { createAccountRecoveryService, toSecurityNoticePayload } from './recovery.ts';
import { createRevokedSessionList } from './revoked-sessions.ts';
import { indexAccount } from './search.ts';
import { createSecondFactorService } from './second-factor.ts';
import { beginSession, createSessionService } from './sessions.ts';
import * as store from './store.ts';
import { createSuspensionService } from './suspension.ts';
import type { AccountRow } from './tables.ts';
import { createTrustService } from './trust.ts';
import { lockForVisibility } from './update-account-visibility.ts';
import { suggestUserName } from './user-names.ts';
import { isAccountVisible } from './visibility.ts';

export interface AccountServiceDeps {
	db: Database;
	clock: Clock;
	jobs: JobQueue;
	rateLimits: RateLimiter;
	events: EventBus;
	/** Maximum numbers of new items per account and day. */
	postingQuota: Current<PostingQuotaLimits>;
	passwordCost: PasswordCost;
	/** Key that encrypts the secrets of second factors. */
	sealingKey: string;
	/** HMAC key that makes the handles of accounts on devices with passkeys. */
	passkeyKey: string;
	/** Preallocated file with ids of sessions that were revoked on a full disk. Null with PostgreSQL, which can then delete rows. */
	revokedSessions: PreallocatedList | null;
	rateLimitConfig: Current<RateLimitConfig>;
	brand: Current<Brand>;
	/** HMAC key that hashes the networks and devices that an account has used. */
	callerSecret: string;
	/** OpenID Connect provider; null if Google sign-in is not configured. */
	google: ProviderConfig | null;
	/** Returns the URL of the site, without a trailing slash. */
	publicUrl: () => string;
	logger: Pick<FastifyBaseLogger, 'warn'>;
}

type AccountLocation = z.output<typeof locationSchema>;

type LogInForm = z.output<typeof loginFormSchema>;

/** Credentials of the first administrator. The server prints them once. */
export interface FirstAdministrator {
	email: string;
	/** Generated password; null if the operator configured a password. */
	password: string | null;
}

export interface AccountSummary {
	person: Person;
	bio: string;
	createdAt: number;
	isEmailVerified: boolean;
	/** False if the account is suspended or pending deletion. */
	isVisible: boolean;
}

export type AccountService = ReturnType<typeof createAccountService>;

export function createAccountService(deps: AccountServiceDeps) {
	const { db, clock, jobs, rateLimits, brand } = deps;
	const passwords = createPasswordHasher(deps.passwordCost);
	const ranking = createRankingService(deps);
	const reauthenticate = createReauthentication({ db, rateLimits, passwords });
	const secondFactor = createSecondFactorService({ ...deps, key: deps.sealingKey, reauthenticate });
	const reauthenticateWithCode: ReauthenticateWithCode = async (actor, { password, code }) => {
		const account = await reauthenticate(actor, password);
		await secondFactor.check(actor.accountId, code);
		return account;
	};
	const revokedSessions = createRevokedSessionList({ db, list: deps.revokedSessions });
	const sessions = createSessionService({ ...deps, revoked: revokedSessions });
	const loginLimits = createLoginLimiter({ ...deps, secret: deps.callerSecret });
	const recovery = createAccountRecoveryService({ ...deps, passwords, reauthenticateWithCode, loginLimits });
	const apiTokens = createApiTokenService({ db, clock, jobs, reauthenticateWithCode });
	const suspension = createSuspensionService(deps);
	const passkeys = createPasskeyService({
		...deps,
		key: deps.passkeyKey,
		loginLimits,
		suspension,
		reauthenticateWithCode,
	});
	const accountDeletion = createAccountDeletionService({ ...deps, reauthenticateWithCode });
	const admin = createAccountAdministration(deps);
	const lookAlikes = createLookAlikeService(deps);
	const numberChanges = createNumberChangeService(deps);
	const trust = createTrustService({ ...deps, lookAlikes, numberChanges });
	const google = createGoogleSignInService({
		...deps,
		insertAccount: insert,
		provider: deps.google,
		secondFactor,
		reauthenticate,
		suspension,
	});

	const startSession = (tx: Tx, account: AccountRow, device: string): Promise<Session> =>
		beginSession(tx, account, device, clock.now());

	async function addAccount(
		tx: Tx,
		account: {
			userName: string;
			displayName?: string | undefined;
			email: string;
			emailKey?: string;
			passwordHash: string | null;
			role: Role;
			mustChangePassword?: boolean;
		},
	): Promise<AccountRow> {
		return insert(tx, {
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

	async function insert(tx: Tx, values: NewAccount): Promise<AccountRow> {
		const account = await store.insertAccount(tx, {
			...values,
			...(await takeName(tx, values.display_name, values.created_at)),
		});
		await indexAccount(tx, account);
		await lookAlikes.report(tx, account);
		await emitTexts(tx, account);
		return account;
	}

	const emitTexts = (tx: Tx, { id, display_name, user_name, bio }: AccountRow) =>
		deps.events.emit(tx, accountTextsChanged, { accountId: id, name: display_name, userName: user_name, bio });

	/** Throws `invalid` if `create` fails because another account has the user name or the email address. */
	async function translateTaken<Created>(userName: string, create: () => Promise<Created>): Promise<Created> {
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

	/** Returns a free key for the account of a sign-up. All keys are looked up, so that timing does not tell whether the address is known. */
	async function findFreeEmailKey(tx: Tx, email: string): Promise<string> {
		const key = normalizeEmail(email);
		const claimKey = toClaimKey(key);
		const holder = await store.findAccountByEmail(tx, key);
		const claimant = await store.findAccountByEmail(tx, claimKey);
		const reserved = { accountId: null, after: clock.now() - accountLimits.contactUndoTtl };
		const isReserved = await isEmailReserved(tx, key, reserved);
		if (claimant) return toSpareKey(key);
		return holder || isReserved ? claimKey : key;
	}

	/** Finds the account of an address and a password. Takes as long for an address that no account has, that one has, or that two have. */
	async function findByCredentials(emailKey: string, password: string): Promise<AccountRow | null> {
		const holder = await store.findAccountByEmail(db, emailKey);
		const claimant = await store.findAccountByEmail(db, toClaimKey(emailKey));
		// While the holder has not confirmed the address, the claimant is a second sign-up with the address of a first one. A reserved address
		// has no holder.
		const claimHash = holder?.email_verified_at !== null ? claimant?.password_hash : null;
		const isHolder = await passwords.matches(holder?.password_hash ?? null, password);
		const isClaimant = await passwords.matches(claimHash ?? null, password);
		return isHolder ? holder : isClaimant ? claimant : null;
	}

	async function getAccount(id: number): Promise<AccountRow> {
		const account = await store.findAccount(db, id);
		if (!account) throw new DomainError('unauthenticated', problemsText.logInFirst);
		return account;
	}

	async function changeAccount(tx: Tx, id: number, change: Parameters<typeof store.updateAccount>[2]): Promise<Me> {
		const hasChanges = Object.keys(change).length > 0;
		const account = await (hasChanges ? store.updateAccount(tx, id, change) : store.findAccount(tx, id));
		if (!account) throw new DomainError('unauthenticated', problemsText.logInFirst);
		if (hasChanges) {
			tx.invalidate(personCacheTag(id), userNameCacheTag(account.user_name));
			await indexAccount(tx, account);
		}
		return presentMe(account);
	}

	/** Changes the numbers and other fields of an account. Emits an event for each number removed, or replaced by a public number. */
	async function changeContact(tx: Tx, id: number, change: Parameters<typeof store.updateAccount>[2]): Promise<Me> {
		const before = await store.lockAccountRow(tx, id);
		const me = await changeAccount(tx, id, change);
		if (before) await numberChanges.record(tx, id, listAccountChanges(before, me));
		for (const kind of ['phone', 'call_number'] as const) {
			const previous = before?.[kind];
			const current = me[kind];
			if (previous && previous !== current && (current === null || me.phone_public)) {
				await deps.events.emit(tx, accountNumberChanged, { accountId: id, kind, previous, current });
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

	function assertStrongPassword(field: string, password: string, account: { user_name: string; email: string }): void {
		const weakness = findAccountPasswordWeakness(password, account);
		if (weakness) throw invalidInput({ [field]: weakness });
	}

	return {
		secondFactor,
		passkeys,
		google,
		recovery,
		sessions,
		apiTokens,
		accountDeletion,
		trust,
		checkLookAlikes: lookAlikes.check,
		reportFoundLookAlikes: lookAlikes.reportFound,
		findBetterNameHolder: lookAlikes.findBetterHolder,

		reauthenticate,
		reauthenticateWithCode,

		suggestUserName: (name: string): Promise<string> => suggestUserName(db, name, brand.current()),

		/** Signs up. An address that has an account gets a mail; the response is the same. Throws `invalid` for a taken user name. */
		async signUp(
			form: z.output<NonNullable<(typeof signUp)['body']>>,
			device: string,
			{ network, wideNetwork }: Omit<LoginOrigin, 'deviceKey'>,
		): Promise<Session> {
			if (
				isReservedUserName(form.user_name, brand.current()) ||
				(await isFormerUserName(db, hashToken(form.user_name)))
			)
				throw invalidInput({ user_name: accountsApiText.userNameTaken });
			assertNoClaim('user_name', form.user_name, brand.current());
			assertNoClaim('display_name', form.display_name, brand.current());
			assertStrongPassword('password', form.password, form);
			const rateKey = `sign-ups from ${wideNetwork}`;
			const { signUp: rate } = deps.rateLimitConfig.current();
			await rateLimits.check(rateKey, rate);
			const passwordHash = await passwords.hash(form.password);
			const create = (emailKey: string | null) =>
				db.transaction(async (tx) => {
					const account = await addAccount(tx, {
						userName: form.user_name,
						displayName: form.display_name,
						email: form.email,
						emailKey: emailKey ?? (await findFreeEmailKey(tx, form.email)),
						passwordHash,
						role: 'user',
					});
					await rateLimits.count(rateKey, rate, { tx });
					await loginLimits.rememberCaller(tx, account.id, { network, deviceKey: parseDeviceKey(form.device_key) });
					await jobs.add(tx, verificationMailJob, { account_id: account.id });
					return startSession(tx, account, device);
				});
			return translateTaken(form.user_name, () =>
				create(null).catch((error: unknown) => {
					// Another sign-up has taken the key since it was looked up.
					if (isUniqueViolation(error, 'accounts.email_key')) return create(toSpareKey(normalizeEmail(form.email)));
					throw error;
				}),
			);
		},

		/** Starts a session. With the audience `administrators`, other users' correct credentials are rejected like wrong ones. */
		async logIn(
			form: LogInForm,
			device: string,
			from: Omit<LoginOrigin, 'deviceKey'> & { checkRate: () => Promise<void> },
			audience: 'all' | 'administrators',
		): Promise<Session> {
			const key = normalizeEmail(form.email);
			const caller = { ...from, deviceKey: parseDeviceKey(form.device_key) };
			await loginLimits.countAttempt(key, caller, from.checkRate);
			const account = await findByCredentials(key, form.password);
			const isAllowed = audience === 'all' || account?.role === 'admin';
			if (!account || !isAllowed) throw new DomainError('invalid', accountsApiText.wrongCredentials);
			const activeAccount = await suspension.assertNotSuspended(account);
			await secondFactor.check(account.id, form.code);
			return db.transaction(async (tx) => {
				await loginLimits.rememberCaller(tx, activeAccount.id, caller);
				return startSession(tx, activeAccount, device);
			});
		},

		logOut: (actor: Actor): Promise<void> => revokedSessions.revoke(actor.sessionId),

		async changePassword(
			actor: Actor,
			form: { current_password: string; new_password: string },
			device: string,
		): Promise<Session> {
			const account = await reauthenticate(actor, form.current_password, 'current_password');
			if (form.new_password === form.current_password) {
				throw invalidInput({ new_password: accountsApiText.samePassword });
			}
			assertStrongPassword('new_password', form.new_password, account);
			const passwordHash = await passwords.hash(form.new_password);
			return db.transaction(async (tx) => {
				await store.setPassword(tx, account.id, passwordHash);
				await loginLimits.clear(tx, account.email_key);
				await deletePasskeys(tx, account.id);
				await store.deleteAccountSessions(tx, account.id);
				await deps.events.emit(tx, accountLoginsEnded, { accountId: account.id });
				await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, 'password-changed'));
				return startSession(tx, { ...account, must_change_password: 0 }, device);
			});
		},

		async getMe(actor: Actor): Promise<Me> {
			return presentMe(await getAccount(actor.accountId));
		},

		/** Updates only those profile fields that the form contains. */
		updateMe: (actor: Actor, form: z.output<NonNullable<(typeof updateMe)['body']>>): Promise<Me> =>
			db.transaction(async (tx) => {
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
				if (after && (display_name !== undefined || bio !== undefined)) await emitTexts(tx, after);
				return me;
			}),

		/**
		 * Takes over the place of an ad if the account has none, its location likewise, and its numbers if the account has no number. These
		 * numbers become public, as they are on the ad.
		 */
		async rememberContact(
			tx: Tx,
			accountId: number,
			{
				place,
				location,
				phone,
				call_number,
			}: {
				[Field in 'place' | 'phone' | 'call_number']?: string | null | undefined;
			} & { location?: AccountLocation | null | undefined },
		): Promise<void> {
			const account = await store.lockAccountRow(tx, accountId);
			const takesNumbers = account && !account.phone && !account.call_number && (phone || call_number);
			await changeContact(tx, accountId, {
				...(place && !account?.place && { place }),
				...(location && account?.state === null && toLocationColumns(location)),
				...(takesNumbers && { phone: phone ?? null, call_number: call_number ?? null, phone_public: 1 }),
			});
		},

		/** Sets or removes the avatar of an account. `replaced` is the media id of the previous avatar. */
		async setAvatar(
			tx: Tx,
			accountId: number,
			avatar: { id: number; url: string } | null,
		): Promise<{ me: Me; replaced: number | null }> {
			const replaced = (await store.lockAccountRow(tx, accountId))?.avatar_id ?? null;
			const change = { avatar_id: avatar?.id ?? null, user_image: avatar?.url ?? null };
			return { me: await changeAccount(tx, accountId, change), replaced };
		},

		/** Adds to the numbers of followers of each account, and of those who count in rankings. Returns the numbers of followers by id. */
		async incrementFollowers(
			tx: Tx,
			accountIds: readonly number[],
			added: { followers: number; ranked: number },
		): Promise<Map<number, number>> {
			if (added.followers !== 0) tx.invalidate(...accountIds.map(followersCacheTag));
			return store.incrementFollowers(tx, accountIds, added);
		},

		ranking,

		/** Returns those of the given accounts whose likes, follows and comments count in rankings. */
		filterRanking: store.filterRankingAccounts,

		/**
		 * Locks visible accounts until the transaction ends, so that none of them is hidden or begins to count in rankings before. Returns
		 * whether each counts; with `skipLocked`, omits those that another transaction has locked.
		 */
		async lockRanking(tx: Tx, ids: Iterable<number>, options?: { skipLocked: boolean }): Promise<Map<number, boolean>> {
			const rows = await store.lockAccountRows(tx, [...new Set(ids)], options);
			return new Map(rows.filter(isAccountVisible).map(({ id, is_ranking }) => [id, is_ranking === 1]));
		},

		/** Finds how many of the followers of each account count in rankings. */
		async findRankedFollowers(at: Db, ids: Iterable<number>): Promise<Map<number, number>> {
			const rows = await store.findAccounts(at, [...ids]);
			return new Map(rows.map((row) => [row.id, row.ranked_followers]));
		},

		/** Adds to the rating of a seller: the number of visible reviews and the sum of their stars. */
		async addReviews(tx: Tx, accountId: number, added: { count: number; stars: number }): Promise<void> {
			const userName = await store.addReviews(tx, accountId, added);
			if (userName !== null) tx.invalidate(personCacheTag(accountId), userNameCacheTag(userName));
		},

		/** Returns whether two accounts logged in from one device, or from one network that few accounts use. Null if neither. */
		findSharedOrigin: loginLimits.findSharedOrigin,

		/** Returns whether an account has such a device or network in common with at least one of others. */
		sharesOriginWithAny: loginLimits.sharesOriginWithAny,

		/** Lists keyed hashes of the browsers from which an account logged in lately. */
		listDeviceHashes,

		/** Lists the numbers of an account, for WhatsApp and for calls. */
		async listContactNumbers(at: Db, id: number): Promise<(string | null)[]> {
			const account = await store.findAccount(at, id);
			return account ? [account.phone, account.call_number] : [];
		},

		async getProfile(userName: string): Promise<Profile> {
			return presentProfile(await this.getVisibleByUserName(db, userName));
		},

		/** Returns the numbers that a seller published on the account; null for others. Throws `not_found` like `getProfile`. */
		async getSellerContact(userName: string) {
			const { id, phone, call_number, phone_public } = await this.getVisibleByUserName(db, userName);
			return phone_public === 1 ? { id, whatsapp: phone, call_number } : { id, whatsapp: null, call_number: null };
		},

		authenticate: sessions.authenticate,
		findRecentAccountId: sessions.findRecentAccountId,
		isSessionActive: sessions.isActive,

		/** Locks the account row until the transaction ends. */
		async lock(tx: Tx, accountId: number): Promise<void> {
			await store.lockAccountRow(tx, accountId);
		},

		/** Locks accounts until the transaction ends. Returns the stored counts of those that exist: followers, those who count in rankings, reviews and their stars. */
		async lockCounts(tx: Tx, ids: readonly number[]) {
			const rows = await store.lockAccountRows(tx, ids);
			return new Map(
				rows.map(({ id, followers, ranked_followers: ranked, review_count: reviews, review_stars: stars }) => [
					id,
					{ followers, ranked, reviews, stars },
				]),
			);
		},

		/** Locks the account row and the rows that change with the visibility of the account, until the transaction ends. */
		async lockForVisibility(tx: Tx, accountId: number): Promise<void> {
			await lockForVisibility(tx, deps.events, [accountId]);
		},

		/** Finds an account by user name. Throws `not_found` if the account is missing, suspended or pending deletion. */
		async getVisibleByUserName(at: Db, userName: string): Promise<AccountRow> {
			const account = await store.findAccountByUserName(at, userName.toLowerCase());
			if (!account || !isAccountVisible(account)) throw new DomainError('not_found', accountsApiText.userNotFound);
			return account;
		},

		findIdsByUserName: store.findAccountIdsByUserName,

		/** Returns the lowest id, from `from` upwards, of a visible account that is not an administrator's. Null if there is none. */
		nextVisibleId: store.findNextVisibleAccountId,

		/** Lists user names of visible accounts without administrators. Both ids of the range are inclusive. */
		listVisibleUserNames: store.listVisibleUserNames,

		/** True from the deletion by the owner until the account is erased or restored. */
		isPendingDeletion: async (at: Db, id: number): Promise<boolean> =>
			(await store.findAccount(at, id))?.deletes_at != null,

		isSuspended: async (at: Db, id: number): Promise<boolean> =>
			(await store.findAccount(at, id))?.suspended_at != null,

		/** Returns the id of the account that has verified this email address; null if there is none. */
		async findVerifiedByEmail(at: Db, email: string): Promise<number | null> {
			const account = await store.findAccountByEmail(at, normalizeEmail(email));
			return account && account.email_verified_at !== null ? account.id : null;
		},

		/** Returns the email address of an account if its owner has confirmed it, else null. */
		async getVerifiedEmail(at: Db, id: number): Promise<string | null> {
			const account = await store.findAccount(at, id);
			return account && account.email_verified_at !== null ? account.email : null;
		},

		/** Finds public author fields by account id, also of suspended accounts and accounts pending deletion. */
		async findPeople(at: Db, ids: Iterable<number>): Promise<Map<number, Person>> {
			const rows = await store.findAccounts(at, [...new Set(ids)]);
			return new Map(rows.map((row) => [row.id, presentPerson(row)]));
		},

		/** Finds authors by account id like `findPeople`. Each is a function that presents the author beside the numbers of an ad. */
		async findAuthors(at: Db, ids: Iterable<number>): Promise<Map<number, (numbers: AdNumbers | null) => Person>> {
			const rows = await store.findAccounts(at, [...new Set(ids)]);
			return new Map(
				rows.map((row) => [
					row.id,
					(numbers) => presentPerson(row, numbers ? [numbers.whatsapp, numbers.call_number] : []),
				]),
			);
		},

		numberChanges,

		/** Finds public author fields of visible accounts by id. Excludes administrators. */
		async findListedPeople(at: Db, ids: Iterable<number>): Promise<Map<number, Person>> {
			const rows = await store.findAccounts(at, [...new Set(ids)]);
			const listed = rows.filter((row) => row.role === 'user' && isAccountVisible(row));
			return new Map(listed.map((row) => [row.id, presentPerson(row)]));
		},

		/** Returns whether an account is visible and an administrator's. */
		async isVisibleAdministrator(at: Db, id: number): Promise<boolean> {
			const account = await store.findAccount(at, id);
			return account?.role === 'admin' && isAccountVisible(account);
		},

		/** Finds public author fields of visible accounts by id. Includes administrators. */
		async findVisiblePeople(at: Db, ids: Iterable<number>): Promise<Map<number, Person>> {
			const rows = await store.findAccounts(at, [...new Set(ids)]);
			return new Map(rows.filter(isAccountVisible).map((row) => [row.id, presentPerson(row)]));
		},

		/** Finds account records for moderators by id, also of suspended accounts and accounts pending deletion. */
		async findSummaries(at: Db, ids: Iterable<number>): Promise<Map<number, AccountSummary>> {
			const rows = await store.findAccounts(at, [...new Set(ids)]);
			return new Map(
				rows.map((row) => [
					row.id,
					{
						person: presentPerson(row),
						bio: row.bio,
						createdAt: row.created_at,
						isEmailVerified: row.email_verified_at !== null,
						isVisible: isAccountVisible(row),
					},
				]),
			);
		},

		/** Returns what an account has proven, and its phone number. Throws `unauthenticated` if the account does not exist. */
		async getVerified(at: Db, id: number) {
			const account = await store.findAccount(at, id);
			if (!account) throw new DomainError('unauthenticated', problemsText.logInFirst);
			const { phone, phone_verified_at, business_name, business_verified_at } = account;
			return {
				phone,
				phoneVerifiedAt: phone_verified_at,
				businessName: business_name,
				businessVerifiedAt: business_verified_at,
			};
		},

		/**
		 * Returns the mail recipient of an account. Null for an unknown account, for one whose address another account has, and for a sample
		 * account, whose mail nobody reads.
		 */
		async getMailRecipient(at: Db, id: number): Promise<(MailAddress & { name: string }) | null> {
			const account = await store.findAccount(at, id);
			if (!account || account.sample === 1 || !hasAddress(account)) return null;
			return { ...toMailAddress(account), name: account.display_name };
		},

		/** Returns the mail recipient of a visible account that has verified its address; null for others. */
		async getVerifiedMailRecipient(at: Db, id: number): Promise<{ email: Recipient; name: string } | null> {
			const account = await store.findAccount(at, id);
			if (!account || account.email_verified_at === null || account.sample === 1 || !isAccountVisible(account))
				return null;
			return { email: toProvenRecipient(account.email), name: account.display_name };
		},

		/** Returns the media id of an account's avatar; null without an avatar. */
		getAvatarId: async (at: Db, id: number): Promise<number | null> =>
			(await store.findAccount(at, id))?.avatar_id ?? null,

		suspend: suspension.suspend,
		unsuspend: suspension.unsuspend,
		endExpiredSuspensions: suspension.sweep,

		...createPostingQuota(deps),

		/** Finds public profiles by account id. Omits suspended accounts and accounts pending deletion. */
		async findVisibleProfiles(at: Db, ids: Iterable<number>): Promise<Map<number, Profile>> {
			const rows = await store.findAccounts(at, [...new Set(ids)]);
			return new Map(rows.filter(isAccountVisible).map((row) => [row.id, presentProfile(row)]));
		},

		/** Creates the first administrator and returns the credentials. Returns null if an administrator already exists. */
		async ensureFirstAdministrator(
			configured: { email: string; password: string } | null,
		): Promise<FirstAdministrator | null> {
			if (await store.hasAnyAdministrator(db)) return null;
			const email = configured?.email ?? placeholderAdminEmail;
			const password = configured?.password ?? generatePassword();
			const passwordHash = await passwords.hash(password);
			try {
				await db.transaction(async (tx) => {
					const account = await addAccount(tx, {
						userName: 'admin',
						email,
						passwordHash,
						role: 'admin',
						mustChangePassword: configured === null,
					});
					if (configured) await jobs.add(tx, verificationMailJob, { account_id: account.id });
				});
			} catch (error) {
				if (!isUniqueViolation(error, 'accounts.user_name', 'accounts.email_key')) throw error;
				// Another process may have created the administrator concurrently.
				if (await store.hasAnyAdministrator(db)) return null;
				throw new Error(`ADMIN_EMAIL (${email}) belongs to an account that is not an administrator`, {
					cause: error,
				});
			}
			return { email, password: configured ? null : password };
		},

		/** Creates an administrator with a generated password, which the owner must change. Returns the credentials. Throws `invalid`. */
		async createAdministrator(
			actor: Actor,
			{ email, userName }: { email: string; userName: string },
		): Promise<{ id: number; email: string; password: string }> {
			if (await isFormerUserName(db, hashToken(userName)))
				throw invalidInput({ user_name: accountsApiText.userNameTaken });
			const password = generatePassword();
			const passwordHash = await passwords.hash(password);
			const id = await translateTaken(userName, () =>
				db.transaction(async (tx) => {
					const account = await addAccount(tx, {
						userName,
						email,
						passwordHash,
						role: 'admin',
						mustChangePassword: true,
					});
					await jobs.add(tx, verificationMailJob, { account_id: account.id });
					const target = { kind: 'account', id: account.id };
					await writeAudit(tx, actor, { action: 'account.create_admin', target }, clock.now());
					return account.id;
				}),
			);
			return { id, email, password };
		},

		/**
		 * Makes an account an administrator and ends its sessions, because those of administrators are shorter. Throws `not_found`, and
		 * `conflict` for an administrator, for an account without a confirmed email address, and for a hidden or sample account.
		 */
		promote: (actor: Actor, id: number): Promise<{ second_factor: boolean }> =>
			db.transaction(async (tx) => {
				const account = await store.lockAccountRow(tx, id);
				if (!account) throw new DomainError('not_found', accountsApiText.userNotFound);
				if (account.role === 'admin') throw new DomainError('conflict', accountsApiText.alreadyAdministrator);
				if (!isAccountVisible(account) || account.sample === 1)
					throw new DomainError('conflict', accountsApiText.notPromotable);
				if (account.email_verified_at === null)
					throw new DomainError('conflict', accountsApiText.promotedEmailUnverified);
				await changeAccount(tx, id, { role: 'admin' });
				await store.deleteAccountSessions(tx, id);
				await jobs.add(tx, securityNoticeMailJob, toSecurityNoticePayload(account, 'made-administrator'));
				await writeAudit(tx, actor, { action: 'account.promote', target: { kind: 'account', id } }, clock.now());
				return { second_factor: (await secondFactor.getState(tx, id)).on };
			}),

		/** True if every account is an administrator's and no account was ever erased. */
		isEmpty: async () => !(await store.hasAnyUser(db)) && !(await hasAnyFormerUserName(db)),

		admin,

		/** Adds a seller account for the sample content. Nobody can log in to a sample account. */
		async addSample(
			tx: Tx,
			seller: {
				userName: string;
				displayName: string;
				bio: string;
				place: string;
				phone: string | null;
				createdAt: number;
			},
		): Promise<AccountRow> {
			return insert(tx, {
				user_name: seller.userName,
				display_name: seller.displayName,
				email: `${seller.userName}@sample.invalid`,
				email_key: `${seller.userName}@sample.invalid`,
				role: 'user',
				bio: seller.bio,
				place: seller.place,
				phone: seller.phone,
				phone_public: seller.phone === null ? 0 : 1,
				sample: 1,
				is_ranking: 1,
				created_at: seller.createdAt,
			});
		},

		/** Lists entries of the audit log, newest first. The filter `action` is a prefix of the action's name. */
		listAuditEntries: store.listAuditEntries,

		/** Adds an entry to the audit log. Call `writeAudit` in the transaction of the audited action. */
		writeAudit: (tx: Tx, actor: Actor, entry: AuditEntry): Promise<void> => writeAudit(tx, actor, entry, clock.now()),

		async sweep() {
			await revokedSessions.sweep();
			await numberChanges.sweep();
			await store.deleteExpiredSessions(db, clock.now());
			await google.sweep();
			await passkeys.sweep();
			await recovery.sweep();
			await loginLimits.sweep();
		},
	};
}

/** Generates the password of a new administrator: 96 random bits. */
function generatePassword(): string {
	return generateToken().slice(0, 16);
}

function toLocationColumns(location: AccountLocation | null) {
	return { state: location?.state ?? null, lga: location?.lga ?? null };
}
