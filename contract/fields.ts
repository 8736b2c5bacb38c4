import { z } from 'zod';
import { categories } from './categories.ts';
import { limits } from './limits.ts';
import { messages } from './messages.ts';

/** An id in a body or an answer. */
export const id = z.int().positive();

/** An id in an address. */
export const idParam = z
	.string()
	.regex(/^[1-9]\d{0,14}$/, 'This is not an id')
	.transform(Number);

/** Ids in an address, separated by commas. */
export const idList = z
	.string()
	.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, 'Ids separated by commas')
	.transform((ids) => ids.split(',').map(Number))
	.refine((ids) => ids.length <= limits.ids, `At most ${limits.ids} ids`);

/** A time: ISO 8601 in UTC. */
export const time = z.iso.datetime();

// Control characters (but line breaks and tabs) and the marks that turn the direction of text around.
const invisible = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** Text people read: trimmed, without control and direction marks, at most `max` letters. NUL and lone surrogates are refused. */
export function text({ max, missing }: { max: number; missing?: string }) {
	return z
		.string(missing)
		.refine((value) => !value.includes('\0') && value.isWellFormed(), 'This text has characters that cannot be stored')
		.transform((value) => value.replace(/\r\n?/g, '\n').replace(invisible, '').trim())
		.refine((value) => missing === undefined || value !== '', missing)
		.refine((value) => value.length <= max, `At most ${max.toLocaleString('en')} characters`);
}

export const email = z
	.string(messages.emailMissing)
	.trim()
	.min(1, messages.emailMissing)
	.max(limits.email.max, messages.emailInvalid)
	.pipe(z.email(messages.emailInvalid));

export const userName = z
	.string('Choose a user name')
	.trim()
	.toLowerCase()
	.min(limits.userName.min, `At least ${limits.userName.min} characters`)
	.max(limits.userName.max, `At most ${limits.userName.max} characters`)
	.regex(/^[a-z0-9_]+$/, 'Only letters, digits and _');

export const newPassword = z
	.string(messages.passwordMissing)
	.min(limits.password.min, `At least ${limits.password.min} characters`)
	.max(limits.password.max, `At most ${limits.password.max} characters`);

export const category = z.enum(categories, 'Choose a category');

export const title = text({ max: limits.title.max, missing: 'Give it a title' });
export const description = text({ max: limits.description.max, missing: 'Describe what you sell' });
export const place = text({ max: limits.place.max });

/** Money is whole kobo. */
export const priceKobo = z
	.int('This is not a price')
	.min(limits.priceKobo.min, 'At least NGN 1')
	.max(limits.priceKobo.max, 'This is more than we can show');
