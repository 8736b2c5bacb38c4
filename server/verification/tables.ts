import type { Generated, Selectable } from 'kysely';
import type { BusinessDocument, VerificationState } from '../../contract/verification/verification.ts';

export interface VerificationTables {
	/** The code that was last sent for an account. */
	phone_codes: {
		account_id: number;
		/** Phone number to which the code was sent, as international digits. */
		phone: string;
		/** HMAC of the code, which also covers account and number. */
		code_hash: string;
		/** Number of wrong tries. */
		tries: Generated<number>;
		sent_at: number;
		ends_at: number;
	};
	/** Requests of owners to verify their business. An account has at most one pending request. */
	business_verifications: {
		id: Generated<number>;
		account_id: number;
		business_name: string;
		document: BusinessDocument;
		state: VerificationState;
		/** Reason of the last decision; null without a decision. */
		reason: string | null;
		created_at: number;
		decided_at: number | null;
	};
	/** Private pictures of documents, until the request is decided. `verification_id` is null until the owner sends the request. */
	business_documents: {
		media_id: number;
		account_id: number;
		verification_id: number | null;
		created_at: number;
	};
}

export type BusinessVerificationRow = Selectable<VerificationTables['business_verifications']>;
export type BusinessDocumentRow = Selectable<VerificationTables['business_documents']>;

export type PhoneCodeRow = Selectable<VerificationTables['phone_codes']>;
