import type { Generated, Selectable } from 'kysely';
import type { ResponseTime, Role } from '../../contract/accounts/accounts.ts';
import type { State } from '../../contract/location/states.ts';

export interface AccountTables {
	accounts: {
		id: Generated<number>;
		user_name: string;
		display_name: string;
		email: string;
		/** Normalized email address; unique. Followed by a space and a word if another account has the address; see `toClaimKey`. */
		email_key: string;
		email_verified_at: number | null;
		/** New email address that the owner requested and has not verified yet. */
		new_email: string | null;
		/** Password hash; null if the account has no password. */
		password_hash: string | null;
		role: Role;
		must_change_password: Generated<number>;
		bio: Generated<string>;
		place: string | null;
		/** 1 if the public profile shows the place, else 0. */
		place_public: Generated<number>;
		/** State and local government area of the account's ads; null if unknown. */
		state: State | null;
		lga: string | null;
		/** WhatsApp number: international digits without the plus. */
		phone: string | null;
		/** Number for phone calls, in the same format. */
		call_number: string | null;
		/** 1 if the public profile shows both numbers, else 0. */
		phone_public: Generated<number>;
		/** URL of the avatar picture; `avatar_id` is the media id of the same picture. */
		user_image: string | null;
		avatar_id: number | null;
		followers: Generated<number>;
		/** 1 if the account's likes, follows and comments count in rankings (`createRankingService`), else 0. */
		is_ranking: Generated<number>;
		/** Number of followers whose follows count in rankings. */
		ranked_followers: Generated<number>;
		/** Number of visible reviews of the account as a seller, and the sum of their stars. */
		review_count: Generated<number>;
		review_stars: Generated<number>;
		suspended_at: number | null;
		/** End of the suspension; null for an indefinite suspension. */
		suspended_until: number | null;
		/** Time when an account that its owner deleted is erased; null for other accounts. */
		deletes_at: number | null;
		/** Time when the owner proved control of `phone` with a code; null if not proven. A change of `phone` resets it. */
		phone_verified_at: number | null;
		/** Time when an administrator accepted documents of the business `business_name`; null for an account without such a decision. */
		business_verified_at: number | null;
		business_name: string | null;
		/** How quickly the seller usually answers; null with too few answers. `response_time_at` is the time of the computation. */
		response_time: ResponseTime | null;
		response_time_at: number | null;
		/** 1 if open reports about the account or its content, or a moderator, warn customers of it, else 0. */
		reported: Generated<number>;
		/** 1 while the account is new, unverified and reported, else 0. `computeCaution` computes it. */
		caution: Generated<number>;
		/** What `display_name` looks like (`toNameSkeleton`), and since when the account has had a name that looks so. Null only in tests. */
		name_skeleton: string | null;
		name_since: number | null;
		/** 1 if another account has a better right to the name (`findNameHolder`), else 0. */
		look_alike: Generated<number>;
		/** Skeleton of the name before this one, and since when the account had it. Null if it never had another. */
		former_skeleton: string | null;
		former_since: number | null;
		/** 1 if a migration marked the account for a look at its name that is still due, else 0. */
		unreported_look_alike: Generated<number>;
		/** 1 for an account of the sample content, else 0. */
		sample: Generated<number>;
		created_at: number;
	};
	/** Logins, and API tokens: rows with a name and scopes. */
	sessions: {
		id: Generated<number>;
		account_id: number;
		token_hash: string;
		device: string;
		created_at: number;
		last_used_at: number;
		idle_ends_at: number;
		ends_at: number;
		/** Name that the owner gave an API token; null for a login. */
		name: string | null;
		/** Scopes of an API token, separated by spaces; null for a login, which may do everything. */
		scopes: string | null;
	};
	email_tokens: {
		token_hash: string;
		account_id: number;
		email_key: string;
		ends_at: number;
	};
}

export interface RecoveryTables {
	password_resets: {
		token_hash: string;
		account_id: number;
		ends_at: number;
	};
	/** Hashed user names of erased accounts. New accounts cannot take such a name. */
	former_user_names: {
		name_hash: string;
	};
}

export interface KnownLoginOriginTables {
	/** Networks and devices from which an account logged in recently, hashed with a server secret. */
	known_callers: {
		account_id: number;
		kind: 'network' | 'device';
		/** Hash of the account and the network or device. */
		hash: string;
		/** Hash of the network or device alone, equal for all accounts. Null for rows older than migration 0032. */
		common_hash: string | null;
		last_used_at: number;
	};
}

export type KnownLoginOriginRow = Selectable<KnownLoginOriginTables['known_callers']>;

export type AccountRow = Selectable<AccountTables['accounts']>;
export type SessionRow = Selectable<AccountTables['sessions']>;

export interface AuditTables {
	audit_log: {
		id: Generated<number>;
		/**
		 * Id of the account that acted. `user_name` stays in the audit log after the account is erased. For a command of the operator, they
		 * are 0 and empty.
		 */
		account_id: number;
		user_name: string;
		action: string;
		target_kind: string | null;
		target_id: number | null;
		reason: string;
		created_at: number;
	};
}

export interface IdentityTables {
	/** OpenID Connect identities linked to accounts. */
	identities: {
		id: Generated<number>;
		account_id: number;
		/** `issuer` and `subject` together identify a person permanently. */
		issuer: string;
		subject: string;
		/** Email address at the provider when the identity was linked. Only the owner sees it. */
		email: string;
		created_at: number;
	};
	/** Google sign-ins in progress. A cookie binds each sign-in to one browser. */
	google_sign_ins: {
		browser_hash: string;
		/** Purpose of the sign-in. `code`: Google has verified the identity, and the second-factor code is missing. */
		intent: 'log_in' | 'link' | 'code';
		/** Account that links a Google account (`link`) or whose second-factor code is missing (`code`). */
		account_id: number | null;
		state: string;
		nonce: string;
		verifier: string;
		/** Path of the page to open after the login. */
		next: string;
		ends_at: number;
	};
}

export interface PasskeyTables {
	passkeys: {
		id: Generated<number>;
		account_id: number;
		/** Id that the device gave the key pair, as base64url; unique. */
		credential_id: string;
		/** Public key in the format COSE, as base64url. */
		public_key: string;
		/** How often the device has signed; 0 for a device that does not count. */
		sign_count: number;
		/** How browsers reach the device, such as `internal` or `usb`, separated by spaces. */
		transports: string;
		/** Name that the owner gave the passkey. */
		name: string;
		created_at: number;
		/** Time of the last login; null if there was none. */
		last_used_at: number | null;
	};
	/** Challenges that browsers have not answered yet. */
	passkey_challenges: {
		challenge_hash: string;
		/** Account that adds a passkey; null for a login. */
		account_id: number | null;
		ends_at: number;
	};
}

export type NumberKind = 'phone' | 'call_number';

export interface NumberChangeTables {
	/** Former numbers of accounts and of their ads. */
	number_changes: {
		id: Generated<number>;
		account_id: number;
		/** Ad whose number changed; null for the account's own number. */
		ad_id: number | null;
		/** `phone` is the WhatsApp number, of an ad too. */
		kind: NumberKind;
		previous: string | null;
		/** `phone_verified_at` of the account before the change. */
		verified_at: number | null;
		/** `phone_public` of the account before the change; null for an ad, and for changes before migration 0075. */
		phone_public: Generated<number | null>;
		changed_at: number;
		/** Hash of the token of the mailed link that undoes the change; null until the mail is prepared. */
		token_hash: Generated<string | null>;
		mailed_at: Generated<number | null>;
	};
}

export type NumberChangeRow = Selectable<NumberChangeTables['number_changes']>;

export interface EmailChangeTables {
	/** Former confirmed email addresses. No other account can have one until its link has expired. */
	email_changes: {
		id: Generated<number>;
		account_id: number;
		email: string;
		/** Normalized `email`. */
		email_key: string;
		changed_at: number;
		/** Hash of the token of the mailed link that restores the address; null until the mail is prepared. */
		token_hash: Generated<string | null>;
	};
}

export type EmailChangeRow = Selectable<EmailChangeTables['email_changes']>;

export interface SecondFactorTables {
	second_factors: {
		account_id: number;
		/** TOTP secret, encrypted with the server's key. */
		secret: string;
		/** Time of the first verified code. Null for a second factor that is not active yet. */
		confirmed_at: number | null;
		/** TOTP time step of the last used code. */
		last_step: Generated<number>;
		created_at: number;
	};
	recovery_codes: {
		account_id: number;
		code_hash: string;
	};
}
