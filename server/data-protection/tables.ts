import type { Generated, Selectable } from 'kysely';
import type { BreachRisk, LegalRequestKind, LegalRequestState } from '../../contract/data-protection.ts';

export interface DataProtectionTables {
	legal_requests: {
		id: Generated<number>;
		/** Tracking code, which grants access to the state and the answer. */
		code: string;
		kind: LegalRequestKind;
		state: LegalRequestState;
		name: string;
		email: string;
		text: string;
		url: string | null;
		/** Account that was logged in or that has confirmed the email address. The request is deleted with it. */
		account_id: number | null;
		/** 1 if the account was logged in. */
		is_proven: number;
		created_at: number;
		due_at: number;
		answered_at: number | null;
		answer: string | null;
	};
	breaches: {
		id: Generated<number>;
		title: string;
		facts: string;
		data: string;
		measures: string;
		risk: BreachRisk;
		noticed_at: number;
		commission_notified_at: number | null;
		people_notified_at: number | null;
		closed_at: number | null;
		created_at: number;
	};
	breach_accounts: { breach_id: number; account_id: number };
}

export type LegalRequestRow = Selectable<DataProtectionTables['legal_requests']>;
export type BreachRow = Selectable<DataProtectionTables['breaches']>;
