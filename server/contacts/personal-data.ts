import { type PersonalDataHandler, toIsoTime } from '../accounts/index.ts';
import { listBuyerContacts } from './store.ts';

/** Exports the ads about which the account got in touch. Contacts are deleted with the account by cascade. */
export const contactPersonalData: PersonalDataHandler = {
	section: 'contacts',
	export: async (at, accountId) =>
		(await listBuyerContacts(at, accountId)).map(({ ad_id, kind, first_at, last_at, bought_at }) => ({
			ad_id,
			kind,
			first_at: toIsoTime(first_at),
			last_at: toIsoTime(last_at),
			bought_at: bought_at === null ? null : toIsoTime(bought_at),
		})),
};
