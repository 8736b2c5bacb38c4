import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { deleteAccountReveals, listAccountReveals } from './reveal-store.ts';
import { listBuyerContacts } from './store.ts';

/** Exports the ads about which the account got in touch. Contacts are deleted with the account by cascade. */
export const contactPersonalData: PersonalDataHandler = {
	section: 'contacts',
	processing: {
		...processingText.contacts,
		people: ['customers'],
		basis: 'legitimate_interest',
		recipients: ['sellers', 'hosting', 'whatsapp'],
	},
	export: async (db, accountId) =>
		(await listBuyerContacts(db, accountId)).map(({ ad_id, kind, first_at, last_at, bought_at }) => ({
			ad_id,
			kind,
			first_at: toIsoTime(first_at),
			last_at: toIsoTime(last_at),
			bought_at: toIsoTime(bought_at),
		})),
};

/** Exports and erases whose numbers the account revealed in the last day. */
export const revealPersonalData: PersonalDataHandler = {
	section: 'revealed_numbers',
	processing: {
		...processingText.reveals,
		people: ['visitors', 'customers'],
		basis: 'legitimate_interest',
		recipients: ['hosting'],
	},
	export: async (db, accountId) =>
		(await listAccountReveals(db, accountId)).map(({ seller_id, revealed_at }) => ({
			seller_id,
			revealed_at: toIsoTime(revealed_at),
		})),
	erase: deleteAccountReveals,
};
