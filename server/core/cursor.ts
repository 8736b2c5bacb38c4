import * as validationText from '../../text/shared/validation.ts';
import { invalidInput } from './domain-error.ts';

/** Query of a list endpoint: the most rows of a page, and the cursor that the page before returned. */
export interface PageQuery {
	limit: number;
	cursor?: string | undefined;
}

/** Encodes the sort key of a page's last row as an opaque cursor. */
export function encodeCursor(key: readonly number[]): string {
	return Buffer.from(key.join('.')).toString('base64url');
}

/** Decodes a cursor to a sort key of `length` numbers. Returns null without a cursor. Throws `invalid` if the text is no such cursor. */
export function decodeCursor(cursor: string | undefined, length: number): number[] | null {
	if (cursor === undefined) return null;
	const key = Buffer.from(cursor, 'base64url').toString().split('.').map(Number);
	if (key.length !== length || !key.every(Number.isSafeInteger) || encodeCursor(key) !== cursor) {
		throw invalidInput({ cursor: validationText.cursorUnknown });
	}
	return key;
}

/** Cuts `found` to a page. It has more than `limit` rows if another page follows. `toKey` returns a row's sort key, which becomes the cursor. */
export function toPage<Row>(
	found: readonly Row[],
	limit: number,
	toKey: (row: Row) => readonly number[],
): { rows: Row[]; next_cursor: string | null } {
	const rows = found.slice(0, limit);
	const last = found.length > limit ? rows.at(-1) : undefined;
	return { rows, next_cursor: last === undefined ? null : encodeCursor(toKey(last)) };
}

/**
 * Reads a page of rows sorted by id. `list` returns at most `most` rows after the one with the id `after`, which is null for the first page.
 * Throws `invalid` for a malformed cursor.
 */
export async function readPageById<Row extends { id: number }>(
	{ limit, cursor }: PageQuery,
	list: (after: number | null, most: number) => Promise<Row[]>,
): Promise<{ rows: Row[]; next_cursor: string | null }> {
	const [after = null] = decodeCursor(cursor, 1) ?? [];
	return toPage(await list(after, limit + 1), limit, (row) => [row.id]);
}
