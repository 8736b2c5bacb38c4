import * as validationText from '../../text/shared/validation.ts';
import { invalidInput } from './domain-error.ts';

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
