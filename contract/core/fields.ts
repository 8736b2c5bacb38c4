import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { states } from '../location/states.ts';
import { categories } from '../market-settings/categories.ts';
import { cleanText } from './clean-text.ts';
import * as limits from './limits.ts';
import * as messages from './messages.ts';

/** Database id in a request body or a response. */
export const idSchema = z.int().positive();

/** Database id in a URL. The schema converts the digits to a number. */
export const idParamSchema = z
	.string()
	.regex(/^[1-9]\d{0,14}$/, validationText.idInvalid)
	.transform(Number);

/** Comma-separated database ids in a URL. */
export const idListSchema = z
	.string()
	.regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, validationText.idsInvalid)
	.transform((ids) => ids.split(',').map(Number))
	.refine((ids) => ids.length <= limits.idsPerRequest, validationText.tooManyIds(limits.idsPerRequest));

/** ISO 8601 timestamp in UTC. */
export const timeSchema = z.iso.datetime();

/** Returns whether every database can store a text: it has no NUL and no lone surrogates. */
export function isStorable(text: string): boolean {
	return !text.includes('\0') && text.isWellFormed();
}

/** Cleans a text that every database can store, and leaves others as they are, because their schemas reject them. */
export function cleanStorable(text: string): string {
	return isStorable(text) ? cleanText(text) : text;
}

/** User text of at most `max` UTF-16 code units. Cleans it (`cleanText`), trims it, and rejects NUL and lone surrogates. */
export function createTextSchema({ max, missing }: { max: number; missing?: string }) {
	return z
		.string(missing)
		.refine(isStorable, validationText.textNotStorable)
		.transform((value) => cleanText(value).trim())
		.refine((value) => missing === undefined || value !== '', missing)
		.refine((value) => value.length <= max, validationText.atMostCharacters(max));
}

export const emailSchema = z
	.string(messages.emailMissing)
	.overwrite(cleanStorable)
	.trim()
	.min(1, messages.emailMissing)
	.max(limits.email.max, messages.emailInvalid)
	.pipe(z.email(messages.emailInvalid));

export const userNameSchema = z
	.string(validationText.userNameMissing)
	.overwrite(cleanStorable)
	.trim()
	.toLowerCase()
	.min(limits.userName.min, validationText.atLeastCharacters(limits.userName.min))
	.max(limits.userName.max, validationText.atMostCharacters(limits.userName.max))
	.regex(/^[a-z0-9_]+$/, validationText.userNameLetters);

export const newPasswordSchema = z
	.string(messages.passwordMissing)
	.min(limits.password.min, validationText.atLeastCharacters(limits.password.min))
	.max(limits.password.max, validationText.atMostCharacters(limits.password.max));

export const categorySchema = z.enum(categories, validationText.categoryMissing);

export const stateSchema = z.enum(states, validationText.stateMissing);

export const titleSchema = createTextSchema({ max: limits.title.max, missing: validationText.titleMissing });
export const descriptionSchema = createTextSchema({
	max: limits.description.max,
	missing: validationText.descriptionMissing,
});
export const placeSchema = createTextSchema({ max: limits.place.max });

export const priceKoboSchema = z
	.int(validationText.priceInvalid)
	.min(limits.priceKobo.min, validationText.priceTooLow)
	.max(limits.priceKobo.max, validationText.priceTooHigh);
