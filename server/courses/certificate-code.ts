import { randomBytes } from 'node:crypto';

/** 32 signs that nobody takes for one another: without I, O, 0 and 1. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const groups = 3;
const groupLength = 4;
const prefix = 'KSW';

/** A new code: 60 random bits, such as 'KSW-7QXM-2HPA-K9TD'. */
export function generateCertificateCode(): string {
	const letters = [...randomBytes(groups * groupLength)].map((byte) => alphabet[byte % alphabet.length]).join('');
	return formatCode(letters);
}

/** A code as people write it (small letters, spaces, no hyphens) in the one spelling that is kept; null for what is none. */
export function parseCertificateCode(text: string): string | null {
	const letters = text.toUpperCase().replace(/[^A-Z0-9]/g, '');
	const [, code] = new RegExp(`^${prefix}([${alphabet}]{${groups * groupLength}})$`).exec(letters) ?? [];
	return code === undefined ? null : formatCode(code);
}

function formatCode(letters: string): string {
	const parts = letters.match(new RegExp(`.{${groupLength}}`, 'g')) ?? [];
	return [prefix, ...parts].join('-');
}
