import type { Generated, Selectable } from 'kysely';
import type {
	BreachRisk,
	LegalRequestKind,
	LegalRequestState,
} from '../../contract/data-protection/data-protection.ts';

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
	breach_accounts: {
		breach_id: number;
		account_id: number;
		/** Notice that the account gets; null until an administrator sends one. */
		notice_id: Generated<number | null>;
		/** When the mail and the notification were queued; null until then. */
		queued_at: Generated<number | null>;
		/** When the mail was sent; null before, and if it was not. */
		mailed_at: Generated<number | null>;
		/** When the mail was left out or given up; null unless it was. */
		unmailed_at: Generated<number | null>;
	};
	/** What an administrator wrote to the people of a breach. */
	breach_notices: {
		id: Generated<number>;
		breach_id: number;
		text: string;
		/** Number of accounts that it was queued for. */
		accounts: number;
		created_at: number;
	};
}

export type LegalRequestRow = Selectable<DataProtectionTables['legal_requests']>;
export type BreachRow = Selectable<DataProtectionTables['breaches']>;
export type BreachAccountRow = Selectable<DataProtectionTables['breach_accounts']>;

/** Notice with the number of listed accounts that got its mail, and that could not be mailed. The others wait. */
export type CountedNotice = Selectable<DataProtectionTables['breach_notices']> & {
	listed: number;
	mailed: number;
	unmailed: number;
};
