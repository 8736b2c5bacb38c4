import type { Selectable } from 'kysely';
import type { ContactKind } from '../../contract/contacts.ts';

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
}

export type ContactRow = Selectable<ContactTables['contacts']>;
