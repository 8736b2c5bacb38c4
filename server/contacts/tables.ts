import type { Selectable } from 'kysely';
import type { ContactKind } from '../../contract/contacts/contacts.ts';

/**
 * What a reveal counts for: a network with all its callers, the visitors and new accounts on new devices of a network (`new`), a device, or
 * an account.
 */
export type RevealScope = 'network' | 'new' | 'device' | 'account';

export interface ContactTables {
	/** Buyers who got in touch about an ad. */
	contacts: {
		ad_id: number;
		/** Account of the buyer. */
		account_id: number;
		/** Last way in which the buyer got in touch. */
		kind: ContactKind;
		first_at: number;
		last_at: number;
		/** Time when the seller named this buyer as the one who bought; null for others. */
		bought_at: number | null;
	};
	/** Sellers whose numbers each caller revealed, for a day. */
	contact_reveals: {
		scope: RevealScope;
		/** Address of a network, number of a device, or id of an account. */
		caller: string;
		seller_id: number;
		/** Time of the first reveal of the day. */
		revealed_at: number;
	};
}

export type ContactRow = Selectable<ContactTables['contacts']>;
export type RevealRow = Selectable<ContactTables['contact_reveals']>;
