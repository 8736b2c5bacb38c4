import * as processingText from '../../text/server/processing.ts';
import type { PersonalDataHandler } from '../accounts/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { listImports } from './store.ts';

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
			finished_at: toIsoTime(row.finished_at),
			undone_at: toIsoTime(row.undone_at),
		})),
};
