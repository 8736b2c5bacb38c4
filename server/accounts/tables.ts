import type { Generated, Selectable } from 'kysely';
import type { Role } from '../../contract/accounts.ts';

export interface AccountTables {
	accounts: {
		id: Generated<number>;
		user_name: string;
		display_name: string;
		email: string;
		/** Normalized email address; unique. */
		email_key: string;
		email_verified_at: number | null;
		/** Requested new email address, not yet verified. */
		new_email: string | null;
		/** Null if the account has no password. */
		password_hash: string | null;
		role: Role;
		must_change_password: Generated<number>;
		bio: Generated<string>;
		place: string | null;
		/** 1 if the profile shows it. */
		place_public: Generated<number>;
		/** Digits for `wa.me`. */
		phone: string | null;
		phone_public: Generated<number>;
		/** URL of the avatar; `avatar_id` is its media id. */
		user_image: string | null;
		avatar_id: number | null;
		followers: Generated<number>;
		suspended_at: number | null;
		/** Null for an indefinite suspension. */
		suspended_until: number | null;
		/** When an account deleted by its owner is erased. */
		deletes_at: number | null;
		/** 1 for sample content. */
		sample: Generated<number>;
		created_at: number;
	};
	sessions: {
		id: Generated<number>;
		account_id: number;
		token_hash: string;
		device: string;
		created_at: number;
		last_used_at: number;
		idle_ends_at: number;
		ends_at: number;
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
	/** Hashed user names of erased accounts, which are never reused. */
	former_user_names: {
		name_hash: string;
	};
}

export interface KnownCallerTables {
	/** Networks and devices that recently logged in, hashed with a server secret. */
	known_callers: {
		account_id: number;
		kind: 'network' | 'device';
		hash: string;
		last_used_at: number;
	};
}

export type KnownCallerRow = Selectable<KnownCallerTables['known_callers']>;

export type AccountRow = Selectable<AccountTables['accounts']>;
export type SessionRow = Selectable<AccountTables['sessions']>;

export interface AuditTables {
	audit_log: {
		id: Generated<number>;
		/** The actor; the name remains after the account is erased. */
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
		/** Email address when linked, shown to the owner. */
		email: string;
		created_at: number;
	};
	/** Pending sign-ins, each bound to one browser by a cookie. */
	google_sign_ins: {
		browser_hash: string;
		/** `code`: the identity is verified, and the code of the second factor is missing. */
		intent: 'log_in' | 'link' | 'code';
		/** Account that links or whose code is missing. */
		account_id: number | null;
		state: string;
		nonce: string;
		verifier: string;
		/** Path to return to. */
		next: string;
		ends_at: number;
	};
}

export interface SecondFactorTables {
	second_factors: {
		account_id: number;
		/** Encrypted with the server's key. */
		secret: string;
		/** Null until a first code is verified; inactive before. */
		confirmed_at: number | null;
		/** Time step of the last used code. */
		last_step: Generated<number>;
		created_at: number;
	};
	recovery_codes: {
		account_id: number;
		code_hash: string;
	};
}
