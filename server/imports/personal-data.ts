import * as processingText from '../../text/server/processing.ts';
import { type PersonalDataHandler, toIsoTime } from '../accounts/index.ts';
import { listImports } from './store.ts';

const toTime = (time: number | null) => (time === null ? null : toIsoTime(time));

/** Exports the imports of the account. They are deleted with the account by cascade; their ads are in the section of the ads. */
export const importPersonalData: PersonalDataHandler = {
	section: 'imports',
	processing: {
		...processingText.imports,
		people: ['sellers'],
		basis: 'contract',
		recipients: ['hosting'],
	},
	export: async (db, accountId) =>
		(await listImports(db, accountId)).map((row) => ({
			id: row.id,
			ads: row.ads,
			posted: row.posted,
			created_at: toIsoTime(row.created_at),
			last_at: toIsoTime(row.last_at),
			finished_at: toTime(row.finished_at),
			undone_at: toTime(row.undone_at),
		})),
};
