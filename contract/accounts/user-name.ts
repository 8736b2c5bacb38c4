import { foldText } from '../core/fold-text.ts';
import * as limits from '../core/limits.ts';

/**
 * Derives a user name from the name of a person or shop: 'Bisi Fabrics' becomes 'bisi_fabrics'. Cuts a long name after a word. Returns null
 * if the name has no Latin letters or digits.
 */
export function toUserName(name: string, maxLength: number = limits.userName.max): string | null {
	const folded = foldText(name)
		.replace(/[^a-z0-9]+/g, '_')
		.replace(/^_|_$/g, '');
	if (folded === '') return null;
	if (folded.length < limits.userName.min) return `${folded}_shop`;
	return cutAfterWord(folded, maxLength);
}

function cutAfterWord(name: string, maxLength: number): string {
	if (name.length <= maxLength) return name;
	const cut = name.slice(0, maxLength);
	const end = name[maxLength] === '_' ? maxLength : cut.lastIndexOf('_');
	return end >= limits.userName.min ? cut.slice(0, end) : cut;
}
