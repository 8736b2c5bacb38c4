import { randomBytes } from 'node:crypto';

/** 32 unambiguous characters: no I, O, 0 or 1. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = 3;
const groupLength = 4;
const prefix = 'KSW';

/** 60 random bits, such as 'KSW-7QXM-2HPA-K9TD'. */
export function generateCertificateCode(): string {
	const letters = [...randomBytes(groups * groupLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
	return formatCode(letters);
}

/** Accepts lower case, spaces and missing hyphens. Returns the canonical form; null for an invalid code. */
export function parseCertificateCode(text: string): string | null {
	const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
	const [, code] = new RegExp(`^${prefix}([${alphabet}]{${groups * groupLength}})$`).exec(letters) ?? [];
	return code === undefined ? null : formatCode(code);
}

function formatCode(letters: string): string {
	const parts = letters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? [];
	return [prefix, ...parts].join('-');
}
