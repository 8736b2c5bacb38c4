import * as validationText from '../../contract/text/validation.ts';
import { invalidInput } from './domain-error.ts';

/** Encodes the sort key of a page's last row as an opaque cursor. */
export function encodeCursor(key: readonly number[]): string {
	return Buffer.from(key.join('.')).toString('base64url');
}

/** Decodes a cursor to its key of `length` numbers; null without a cursor. Throws `invalid` for any other text. */
export function decodeCursor(cursor: string | undefined, length: number): number[] | null {
	if (cursor === undefined) return null;
	const key = Buffer.from(cursor, 'base64url').toString().split('.').map(Number);
	if (key.length !== length || !key.every(Number.isSafeInteger) || encodeCursor(key) !== cursor) {
		throw invalidInput({ cursor: validationText.cursorUnknown });
	}
	return key;
}
