import { importLimits } from '../../contract/imports/import-limits.ts';
import type { Import, ImportState } from '../../contract/imports/imports.ts';
import { toIsoTime } from '../core/clock.ts';
import type { ImportRow } from './tables.ts';

/** `remaining` is the number of the import's ads that still exist. */
export function presentImport(row: ImportRow, remaining: number): Import {
	return {
		id: row.id,
		state: getImportState(row, remaining),
		ads: row.ads,
		posted: row.posted,
		remaining,
		created_at: toIsoTime(row.created_at),
		undo_until: row.undone_at === null ? toIsoTime(row.last_at + importLimits.undoWindow) : null,
	};
}

function getImportState({ finished_at, undone_at }: ImportRow, remaining: number): ImportState {
	if (undone_at !== null) return remaining > 0 ? 'undoing' : 'undone';
	return finished_at === null ? 'open' : 'finished';
}
