import { z } from 'zod';
import * as settingsText from '../../text/shared/market-settings-api.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { categorySchema, createTextSchema, emailSchema, timeSchema } from '../core/fields.ts';
import { normalizePhone } from '../core/phone.ts';
import { uploadedFileSchema } from '../media/media.ts';
import { type Category, categories } from './categories.ts';
import { colourPattern, isReadable } from './market-colours.ts';
import { marketLimitRanges, settingLimits } from './market-limits.ts';

const quotaShape = {
	ads: z.int(),
	posts: z.int(),
	comments: z.int(),
	contacts: z.int(),
	reviews: z.int(),
	reports: z.int(),
};
/** New items per account and day. */
export const postingQuotaSchema = z.strictObject(quotaShape);

/** Limits of the market that its operator may change. `marketLimitRanges` has the ranges, and `limits` the defaults. */
export const marketLimitsSchema = z.strictObject({
	/** New items per account and day. A new account's email address is `unverified` or `verified`. */
	posting: z.strictObject({ unverified: postingQuotaSchema, verified: postingQuotaSchema, older: postingQuotaSchema }),
	/** Uploads per account and hour. */
	uploads: z.int(),
	/** New accounts per address and hour. */
	sign_ups: z.int(),
	/** Codes to phones of the whole market per day. Each costs a text message. */
	phone_codes: z.int(),
});
export type MarketLimits = z.infer<typeof marketLimitsSchema>;

/** Values of the market that an administrator may set. */
export const marketValuesSchema = z.strictObject({
	name: z.string(),
	tagline: z.string(),
	/** Name of the market in URLs, as in `/dashboard/learn-with-…`. */
	slug: z.string(),
	/** Main colour, such as '#0b6b46'. */
	colour: z.string(),
	/** Email address of the operator; null if none is shown. */
	email: z.string().nullable(),
	/** Phone number that takes calls, as digits for `tel:+`; null if none is shown. */
	phone: z.string().nullable(),
	/** WhatsApp number as digits for `wa.me`; null if none is shown. */
	whatsapp: z.string().nullable(),
	/** Postal address; null if none is shown. */
	address: z.string().nullable(),
	/** Terms in Markdown; null for the built-in text. */
	terms: z.string().nullable(),
	/** Privacy page in Markdown; null for the built-in text. */
	privacy: z.string().nullable(),
	/** All 31 categories in the order of the browsing pages. */
	category_order: z.array(categorySchema),
	/** Categories that the browsing pages do not list. They stay valid for ads, links and the API. */
	hidden_categories: z.array(categorySchema),
	limits: marketLimitsSchema,
});
export type MarketValues = z.infer<typeof marketValuesSchema>;

export const marketSettingsSchema = z.strictObject({
	/** Number of changes so far. A change must send the version that it is based on. */
	version: z.int().nonnegative(),
	/** Time of the last change; null if nothing was changed yet. */
	updated_at: timeSchema.nullable(),
	/** Values in use. */
	values: marketValuesSchema,
	/** Values that are used where nothing is set. */
	defaults: marketValuesSchema,
	/** Path of the logo, a square PNG of 512 pixels; null for the built-in one. */
	logo: z.string().nullable(),
});
export type MarketSettings = z.infer<typeof marketSettingsSchema>;

const versionShape = {
	/** Version that the administrator has seen. 409 if somebody else has changed the settings since. */
	version: z.int().nonnegative(),
};

/** Text on one line. It needs a letter or a digit, because some characters are invisible. */
const lineSchema = (max: number, missing: string) =>
	createTextSchema({ max, missing })
		.refine((text) => /[\p{L}\p{N}]/u.test(text), missing)
		.refine((text) => !/[\n\t\p{Zl}\p{Zp}]/u.test(text), settingsText.oneLine);

const numberSchema = z
	.string()
	.max(40)
	.transform((value, context) => {
		const digits = normalizePhone(value);
		if (digits === null) context.addIssue(settingsText.phoneInvalid);
		return digits ?? z.NEVER;
	});

function rangeSchema({ min, max }: { min: number; max: number }) {
	const message = settingsText.outOfRange(min, max);
	return z.int(message).min(min, message).max(max, message);
}

const quotaFormSchema = (level: keyof MarketLimits['posting']) => {
	const ranges = marketLimitRanges.posting[level];
	return z.strictObject({
		ads: rangeSchema(ranges.ads),
		posts: rangeSchema(ranges.posts),
		comments: rangeSchema(ranges.comments),
		contacts: rangeSchema(ranges.contacts),
		reviews: rangeSchema(ranges.reviews),
		reports: rangeSchema(ranges.reports),
	});
};

/** Form of the limits. Each group of them is sent whole. */
export const marketLimitsFormSchema = z.strictObject({
	posting: z.strictObject({
		unverified: quotaFormSchema('unverified'),
		verified: quotaFormSchema('verified'),
		older: quotaFormSchema('older'),
	}),
	uploads: rangeSchema(marketLimitRanges.uploads),
	sign_ups: rangeSchema(marketLimitRanges.sign_ups),
	phone_codes: rangeSchema(marketLimitRanges.phone_codes),
});

const hasEachOnce = (names: readonly Category[]) => new Set(names).size === names.length;

/** Fields of the form of the settings. `null` resets a value to its default. A missing value stays as it is. */
export const marketSettingsFormShape = {
	// The name is part of the sender of mails.
	name: lineSchema(settingLimits.name.max, settingsText.nameMissing)
		.refine((name) => !/[<>]/.test(name), settingsText.nameInvalid)
		.nullable(),
	tagline: lineSchema(settingLimits.tagline.max, settingsText.taglineMissing).nullable(),
	slug: z
		.string()
		.trim()
		.toLowerCase()
		.min(settingLimits.slug.min, settingsText.slugInvalid)
		.max(settingLimits.slug.max, settingsText.slugInvalid)
		.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, settingsText.slugInvalid)
		.nullable(),
	colour: z
		.string()
		.trim()
		.toLowerCase()
		.regex(colourPattern, { error: settingsText.colourInvalid, abort: true })
		.refine(isReadable, settingsText.colourTooLight)
		.nullable(),
	email: emailSchema.nullable(),
	phone: numberSchema.nullable(),
	whatsapp: numberSchema.nullable(),
	address: createTextSchema({ max: settingLimits.address.max, missing: settingsText.addressMissing }).nullable(),
	terms: createTextSchema({ max: settingLimits.document.max, missing: settingsText.documentMissing }).nullable(),
	privacy: createTextSchema({ max: settingLimits.document.max, missing: settingsText.documentMissing }).nullable(),
	category_order: z
		.array(categorySchema)
		.length(categories.length, settingsText.orderIncomplete)
		.refine(hasEachOnce, settingsText.orderIncomplete)
		.nullable(),
	hidden_categories: z
		.array(categorySchema)
		.max(categories.length - 1, settingsText.oneCategoryVisible)
		.refine(hasEachOnce, settingsText.categoryRepeated)
		.nullable(),
	limits: marketLimitsFormSchema.nullable(),
};

export const getMarketSettings = defineEndpoint('getMarketSettings', {
	summary: 'Get the settings of the market and their defaults',
	responses: { 200: marketSettingsSchema },
	errors: ['unauthenticated', 'forbidden'],
});

export const updateMarketSettings = defineEndpoint('updateMarketSettings', {
	summary: 'Change settings of the market. `null` resets a value, a missing value stays',
	body: z.strictObject({ ...z.strictObject(marketSettingsFormShape).partial().shape, ...versionShape }),
	responses: { 200: marketSettingsSchema },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const setMarketLogo = defineEndpoint('setMarketLogo', {
	summary: 'Set the logo of the market to an uploaded picture',
	body: z.strictObject({ picture: uploadedFileSchema, ...versionShape }),
	responses: { 200: marketSettingsSchema },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const removeMarketLogo = defineEndpoint('removeMarketLogo', {
	summary: 'Use the built-in logo again',
	query: z.strictObject({
		version: z
			.string()
			.regex(/^\d{1,9}$/)
			.transform(Number),
	}),
	responses: { 200: marketSettingsSchema },
	errors: ['unauthenticated', 'forbidden', 'conflict'],
});

export const legalDocuments = ['terms', 'privacy'] as const;
export type LegalDocumentName = (typeof legalDocuments)[number];

export const getLegalDocument = defineEndpoint('getLegalDocument', {
	summary: "Get the operator's terms or privacy page in Markdown",
	params: z.strictObject({ document: z.enum(legalDocuments) }),
	responses: {
		200: z.strictObject({
			/** Null if the market uses the built-in text. */
			text: z.string().nullable(),
			/** Time of the last change; null for the built-in text. */
			changed_at: timeSchema.nullable(),
		}),
	},
	errors: ['not_found'],
});

export const getContact = defineEndpoint('getContact', {
	summary: "Get the operator's email, phone number, WhatsApp number and address, as far as they are set",
	responses: {
		200: marketValuesSchema.pick({ email: true, phone: true, whatsapp: true, address: true }),
	},
	errors: [],
});
