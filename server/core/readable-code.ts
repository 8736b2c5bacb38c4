import { randomBytes } from 'node:crypto';

/** Characters of codes: 32 that are easy to tell apart, without I, O, 0 and 1. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = 3;
const groupLength = 4;

/** Generates a code of 60 random bits for people to type, such as 'KSW-7QXM-2HPA-K9TD'. `prefix` says what it is for. */
export function generateReadableCode(prefix: string): string {
	const letters = [...randomBytes(groups * groupLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
	return formatCode(prefix, letters);
}

/** Parses a typed code in any case, with or without hyphens and spaces. Returns null for an invalid code. */
export function parseReadableCode(prefix: string, text: string): string | null {
	const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
	const [, code] = new RegExp(`^${prefix}([${alphabet}]{${groups * groupLength}})$`).exec(letters) ?? [];
	return code === undefined ? null : formatCode(prefix, code);
}

function formatCode(prefix: string, letters: string): string {
	const parts = letters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? [];
	return [prefix, ...parts].join('-');
}
