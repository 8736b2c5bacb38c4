import { randomBytes } from 'node:crypto';

/** Characters of certificate codes: 32 that are easy to tell apart, without I, O, 0 and 1. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = 3;
const groupLength = 4;
const prefix = 'KSW';

/** Generates a certificate code of 60 random bits, such as 'KSW-7QXM-2HPA-K9TD'. */
export function generateCertificateCode(): string {
	const letters = [...randomBytes(groups * groupLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
	return formatCode(letters);
}

/** Parses a typed certificate code in any case, with or without hyphens and spaces. Returns null for an invalid code. */
export function parseCertificateCode(text: string): string | null {
	const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
	const [, code] = new RegExp(`^${prefix}([${alphabet}]{${groups * groupLength}})$`).exec(letters) ?? [];
	return code === undefined ? null : formatCode(code);
}

function formatCode(letters: string): string {
	const parts = letters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? [];
	return [prefix, ...parts].join('-');
}
