import * as validationText from '../../contract/text/validation.ts';
import { invalidInput } from './domain-error.ts';

/** The key of a list's last row, as a cursor: opaque to the caller, checked when it comes back. */
export function encodeCursor(key: readonly number[]): string {
	return Buffer.from(key.join('.')).toString('base64url');
}

/** The key of `length` numbers that a cursor of ours holds; null without one. Throws `invalid` for any other text. */
export function decodeCursor(cursor: string | undefined, length: number): number[] | null {
	if (cursor === undefined) return null;
	const key = Buffer.from(cursor, 'base64url').toString().split('.').map(Number);
	if (key.length !== length || !key.every(Number.isSafeInteger) || encodeCursor(key) !== cursor) {
		throw invalidInput({ cursor: validationText.cursorUnknown });
	}
	return key;
}
