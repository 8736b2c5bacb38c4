import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { listNotifiedBreaches } from './breach-store.ts';
import { listAccountRequests } from './legal-request-store.ts';
import { presentRequest } from './present.ts';

/** Exports the legal requests of an account. They are deleted with the account by cascade. */
export const legalRequestPersonalData: PersonalDataHandler = {
	section: 'legal_requests',
	processing: {
		...processingText.legalRequests,
		people: ['visitors', 'customers', 'sellers', 'learners', 'others'],
		basis: 'legal_obligation',
		recipients: ['hosting', 'mail'],
	},
	export: async (db, accountId) =>
		(await listAccountRequests(db, accountId)).map((row) => ({
			...presentRequest(row),
			...{ name: row.name, email: row.email, text: row.text, url: row.url },
		})),
};

/** Exports the breaches that touched an account. One about which people were not told yet may still be under investigation. */
export const breachPersonalData: PersonalDataHandler = {
	section: 'breaches',
	processing: {
		...processingText.breaches,
		people: ['customers', 'sellers', 'learners'],
		basis: 'legal_obligation',
		recipients: ['hosting'],
	},
	export: async (db, accountId) =>
		(await listNotifiedBreaches(db, accountId)).map(({ title, noticed_at, notice }) => ({
			title,
			notice,
			noticed_at: toIsoTime(noticed_at),
		})),
};
