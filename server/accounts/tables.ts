import type { Generated, Selectable } from 'kysely';
import type { Role } from '../../contract/accounts.ts';

export interface AccountTables {
	accounts: {
		id: Generated<number>;
		user_name: string;
		display_name: string;
		email: string;
		/** The address folded, so that one spelling is one account. */
		email_key: string;
		email_verified_at: number | null;
		/** The address asked for instead, as it was typed. */
		new_email: string | null;
		/** Null where nobody logs in by password. */
		password_hash: string | null;
		role: Role;
		must_change_password: Generated<number>;
		bio: Generated<string>;
		place: string | null;
		/** 1 where the profile shows it; the same for the phone number. */
		place_public: Generated<number>;
		/** Digits for `wa.me`. */
		phone: string | null;
		phone_public: Generated<number>;
		/** Address of the avatar, and the file it is. */
		user_image: string | null;
		avatar_id: number | null;
		followers: Generated<number>;
		suspended_at: number | null;
		/** Null for good. */
		suspended_until: number | null;
		/** Deleted by its owner, and erased then. */
		deletes_at: number | null;
		/** 1 for the content that comes with the product. */
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
	/** Names of accounts that were erased, hashed: nobody gets them again. */
	former_user_names: {
		name_hash: string;
	};
}

export interface KnownCallerTables {
	/** What logged in to an account lately, hashed with a secret of the server. */
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
		/** Who did it; the name stays when the account goes. */
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
	/** Accounts elsewhere that open an account here. */
	identities: {
		id: Generated<number>;
		account_id: number;
		/** Who vouches, and under which id: both together are one person for ever. */
		issuer: string;
		subject: string;
		/** As it was when linked; for its owner to recognise. */
		email: string;
		created_at: number;
	};
	/** What has begun and not ended; bound to one browser by its cookie. */
	google_sign_ins: {
		browser_hash: string;
		/** `code`: it is known who signs in, and the code of the second factor is missing. */
		intent: 'log_in' | 'link' | 'code';
		/** Who links, or whose code is missing. */
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
		/** Sealed with the server's key. */
		secret: string;
		/** Null until a first code was right: it counts for nothing before. */
		confirmed_at: number | null;
		/** The time step of the last code that was taken. */
		last_step: Generated<number>;
		created_at: number;
	};
	recovery_codes: {
		account_id: number;
		code_hash: string;
	};
}
