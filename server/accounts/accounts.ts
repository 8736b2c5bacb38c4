import type { FastifyBaseLogger } from 'fastify';
import type { z } from 'zod';
import type { loginFormSchema, Me, Person, Profile, Session, signUp } from '../../contract/accounts/accounts.ts';
import type { updateMe } from '../../contract/accounts/my-account.ts';
import type { locationSchema } from '../../contract/location/location.ts';
import type { Current } from '../core/current.ts';
import type { Db, Tx } from '../database/index.ts';
import type { PreallocatedList } from '../files/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type { MailAddress, Recipient } from '../senders/mail/index.ts';
import type { ProviderConfig } from '../senders/openid/index.ts';
import type { AccountDeletionService } from './account-deletion.ts';
import type { AccountAdministration } from './admin.ts';
import type { ApiTokenService } from './api-tokens.ts';
import type { AuditEntry } from './audit.ts';
import type { GoogleSignInService } from './google.ts';
import type { listDeviceHashes } from './known-login-origins-store.ts';
import type { LoginLimiter, LoginOrigin } from './login-limits.ts';
import type { LookAlikeService, NewAccount } from './look-alikes.ts';
import type { AdNumbers, NumberChangeService } from './number-changes.ts';
import type { PasskeyService } from './passkeys.ts';
import type { PasswordCost } from './passwords.ts';
import type { PostingQuota, PostingQuotaLimits } from './posting-quota.ts';
import type { RankingService } from './ranking.ts';
import type { ReauthenticateWithCode } from './reauthenticate.ts';
import type { AccountRecoveryService } from './recovery.ts';
import type { SecondFactorService } from './second-factor.ts';
import type { SessionService } from './sessions.ts';
import type * as store from './store.ts';
import type { SuspensionService } from './suspension.ts';
import type { AccountRow } from './tables.ts';
import type { TrustService } from './trust.ts';

export interface AccountServiceDeps
	extends Pick<
		Platform,
		'db' | 'clock' | 'jobs' | 'rateLimits' | 'events' | 'rateLimitConfig' | 'brand' | 'publicUrl'
	> {
	/** Maximum numbers of new items per account and day. */
	postingQuota: Current<PostingQuotaLimits>;
	passwordCost: PasswordCost;
	/** Key that encrypts the secrets of second factors. */
	sealingKey: string;
	/** HMAC key that makes the handles of accounts on devices with passkeys. */
	passkeyKey: string;
	/** Preallocated file with ids of sessions that were revoked on a full disk. Null with PostgreSQL, which can then delete rows. */
	revokedSessions: PreallocatedList | null;
	/** HMAC key that hashes the networks and devices that an account has used. */
	callerSecret: string;
	/** OpenID Connect provider; null if Google sign-in is not configured. */
	google: ProviderConfig | null;
	logger: Pick<FastifyBaseLogger, 'warn'>;
}

export type AccountLocation = z.output<typeof locationSchema>;

export type SignUpForm = z.output<NonNullable<(typeof signUp)['body']>>;

export type LogInForm = z.output<typeof loginFormSchema>;

export type ProfileChanges = z.output<NonNullable<(typeof updateMe)['body']>>;

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

/** Place and numbers of an ad, of which an account may take over what it lacks. */
export interface AdContact extends Partial<Record<'place' | 'phone' | 'call_number', string | null | undefined>> {
	location?: AccountLocation | null | undefined;
}

/** Numbers that a seller shows on a page of the market. */
export interface AccountContact {
	id: number;
	whatsapp: string | null;
	call_number: string | null;
}

/** What an account has proven. Times are in milliseconds since 1970. */
export interface VerifiedFacts {
	phone: string | null;
	phoneVerifiedAt: number | null;
	businessName: string | null;
	businessVerifiedAt: number | null;
}

/** Stored counts of an account. `ranked` is the number of followers that count in rankings, `stars` the sum over its reviews. */
export type AccountCounts = Record<'followers' | 'ranked' | 'reviews' | 'stars', number>;

/** What the rest of the server can do with accounts. */
export interface AccountService extends PostingQuota {
	secondFactor: SecondFactorService;
	passkeys: PasskeyService;
	google: GoogleSignInService;
	recovery: AccountRecoveryService;
	sessions: SessionService;
	apiTokens: ApiTokenService;
	accountDeletion: AccountDeletionService;
	trust: TrustService;
	ranking: RankingService;
	numberChanges: NumberChangeService;
	admin: AccountAdministration;
	reauthenticateWithCode: ReauthenticateWithCode;
	authenticate: SessionService['authenticate'];
	findRecentAccountId: SessionService['findRecentAccountId'];
	isSessionActive: SessionService['isActive'];
	suspend: SuspensionService['suspend'];
	unsuspend: SuspensionService['unsuspend'];
	endExpiredSuspensions: SuspensionService['sweep'];
	checkLookAlikes: LookAlikeService['check'];
	reportFoundLookAlikes: LookAlikeService['reportFound'];
	findBetterNameHolder: LookAlikeService['findBetterHolder'];

	/** Adds an account and emits its texts. A name that looks like another account's is reported. */
	add(tx: Tx, account: NewAccount): Promise<AccountRow>;
	suggestUserName(name: string): Promise<string>;
	/** Signs up. An address that has an account gets a mail; the response is the same. Throws `invalid` for a taken user name. */
	signUp(form: SignUpForm, device: string, from: Omit<LoginOrigin, 'deviceKey'>): Promise<Session>;
	/** Starts a session. With the audience `administrators`, other users' correct credentials are rejected like wrong ones. */
	logIn(
		form: LogInForm,
		device: string,
		from: Omit<LoginOrigin, 'deviceKey'> & { checkRate: () => Promise<void> },
		audience: 'all' | 'administrators',
	): Promise<Session>;
	logOut(actor: Actor): Promise<void>;
	changePassword(
		actor: Actor,
		form: { current_password: string; new_password: string },
		device: string,
	): Promise<Session>;

	/** Creates the first administrator and returns the credentials. Returns null if an administrator already exists. */
	ensureFirstAdministrator(configured: { email: string; password: string } | null): Promise<FirstAdministrator | null>;
	/** Creates an administrator with a generated password, which the owner must change. Returns the credentials. Throws `invalid`. */
	createAdministrator(
		actor: Actor,
		account: { email: string; userName: string },
	): Promise<{ id: number; email: string; password: string }>;
	/**
	 * Makes an account an administrator and ends its sessions, because those of administrators are shorter. Throws `not_found`, and
	 * `conflict` for an administrator, for an account without a confirmed email address, and for a hidden or sample account.
	 */
	promote(tx: Tx, actor: Actor, id: number): Promise<{ second_factor: boolean }>;
	/** True if every account is an administrator's and no account was ever erased. */
	isEmpty(): Promise<boolean>;

	/** Updates only those profile fields that the form contains. */
	updateMe(tx: Tx, actor: Actor, form: ProfileChanges): Promise<Me>;
	/**
	 * Takes over the place of an ad if the account has none, its location likewise, and its numbers if the account has no number. These
	 * numbers become public, as they are on the ad.
	 */
	rememberContact(tx: Tx, accountId: number, contact: AdContact): Promise<void>;
	/** Sets or removes the avatar of an account. `replaced` is the media id of the previous avatar. */
	setAvatar(
		tx: Tx,
		accountId: number,
		avatar: { id: number; url: string } | null,
	): Promise<{ me: Me; replaced: number | null }>;

	/** Adds to the numbers of followers of each account, and of those who count in rankings. Returns the numbers of followers by id. */
	incrementFollowers(
		tx: Tx,
		accountIds: readonly number[],
		added: { followers: number; ranked: number },
	): Promise<Map<number, number>>;
	/** Adds to the rating of a seller: the number of visible reviews and the sum of their stars. */
	addReviews(tx: Tx, accountId: number, added: { count: number; stars: number }): Promise<void>;
	/** Locks the account row until the transaction ends. */
	lock(tx: Tx, accountId: number): Promise<void>;
	/** Locks accounts until the transaction ends. Returns the stored counts of those that exist. */
	lockCounts(tx: Tx, ids: readonly number[]): Promise<Map<number, AccountCounts>>;
	/** Locks the account row and the rows that change with the visibility of the account, until the transaction ends. */
	lockForVisibility(tx: Tx, accountId: number): Promise<void>;
	/**
	 * Locks visible accounts until the transaction ends, so that none of them is hidden or begins to count in rankings before. Returns
	 * whether each counts; with `skipLocked`, omits those that another transaction has locked.
	 */
	lockRanking(tx: Tx, ids: Iterable<number>, options?: { skipLocked: boolean }): Promise<Map<number, boolean>>;
	/** Returns those of the given accounts whose likes, follows and comments count in rankings. */
	filterRanking: typeof store.filterRankingAccounts;

	getMe(actor: Actor): Promise<Me>;
	/** Throws `not_found` if the account is missing, suspended or pending deletion. */
	getProfile(userName: string): Promise<Profile>;
	/** Returns the numbers that a seller published on the account; null for others. Throws `not_found` like `getProfile`. */
	getSellerContact(userName: string): Promise<AccountContact>;
	/** Finds an account by user name. Throws `not_found` if the account is missing, suspended or pending deletion. */
	getVisibleByUserName(db: Db, userName: string): Promise<AccountRow>;
	findIdsByUserName: typeof store.findAccountIdsByUserName;
	/** Returns the lowest id, from `from` upwards, of a visible account that is not an administrator's. Null if there is none. */
	nextVisibleId: typeof store.findNextVisibleAccountId;
	/** Lists user names of visible accounts without administrators. Both ids of the range are inclusive. */
	listVisibleUserNames: typeof store.listVisibleUserNames;
	/** True from the deletion by the owner until the account is erased or restored. */
	isPendingDeletion(db: Db, id: number): Promise<boolean>;
	isSuspended(db: Db, id: number): Promise<boolean>;
	/** Returns whether an account is visible and an administrator's. */
	isVisibleAdministrator(db: Db, id: number): Promise<boolean>;
	/** Returns the id of the account that has verified this email address; null if there is none. */
	findVerifiedByEmail(db: Db, email: string): Promise<number | null>;
	/** Returns the email address of an account if its owner has confirmed it, else null. */
	getVerifiedEmail(db: Db, id: number): Promise<string | null>;
	/** Returns what an account has proven, and its phone number. Throws `unauthenticated` if the account does not exist. */
	getVerified(db: Db, id: number): Promise<VerifiedFacts>;
	/**
	 * Returns the mail recipient of an account. Null for an unknown account, for one whose address another account has, and for a sample
	 * account, whose mail nobody reads.
	 */
	getMailRecipient(db: Db, id: number): Promise<(MailAddress & { name: string }) | null>;
	/** Returns the mail recipient of a visible account that has verified its address; null for others. */
	getVerifiedMailRecipient(db: Db, id: number): Promise<{ email: Recipient; name: string } | null>;
	/** Lists the numbers of an account, for WhatsApp and for calls. */
	listContactNumbers(db: Db, id: number): Promise<(string | null)[]>;
	/** Returns the media id of an account's avatar; null without an avatar. */
	getAvatarId(db: Db, id: number): Promise<number | null>;
	/** Finds public author fields by account id, also of suspended accounts and accounts pending deletion. */
	findPeople(db: Db, ids: Iterable<number>): Promise<Map<number, Person>>;
	/** Finds public author fields of visible accounts by id. Includes administrators. */
	findVisiblePeople(db: Db, ids: Iterable<number>): Promise<Map<number, Person>>;
	/** Finds public author fields of visible accounts by id. Excludes administrators. */
	findListedPeople(db: Db, ids: Iterable<number>): Promise<Map<number, Person>>;
	/** Finds authors by account id like `findPeople`. Each is a function that presents the author beside the numbers of an ad. */
	findAuthors(db: Db, ids: Iterable<number>): Promise<Map<number, (numbers: AdNumbers | null) => Person>>;
	/** Finds public profiles by account id. Omits suspended accounts and accounts pending deletion. */
	findVisibleProfiles(db: Db, ids: Iterable<number>): Promise<Map<number, Profile>>;
	/** Finds account records for moderators by id, also of suspended accounts and accounts pending deletion. */
	findSummaries(db: Db, ids: Iterable<number>): Promise<Map<number, AccountSummary>>;
	/** Finds how many of the followers of each account count in rankings. */
	findRankedFollowers(db: Db, ids: Iterable<number>): Promise<Map<number, number>>;

	/** Returns whether two accounts logged in from one device, or from one network that few accounts use. Null if neither. */
	findSharedOrigin: LoginLimiter['findSharedOrigin'];
	/** Returns whether an account has such a device or network in common with at least one of others. */
	sharesOriginWithAny: LoginLimiter['sharesOriginWithAny'];
	/** Lists keyed hashes of the browsers from which an account logged in lately. */
	listDeviceHashes: typeof listDeviceHashes;
	/** Lists entries of the audit log, newest first. The filter `action` is a prefix of the action's name. */
	listAuditEntries: typeof store.listAuditEntries;
	/** Adds an entry to the audit log in the transaction of the audited action. */
	writeAudit(tx: Tx, actor: Actor, entry: AuditEntry): Promise<void>;
	/** Deletes what has expired. */
	sweep(): Promise<void>;
}
