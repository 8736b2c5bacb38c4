import type { FieldErrors, ResolverResult } from 'react-hook-form';
import { type Ad, newAd, newVideoAd } from '../../contract/ads.ts';
import { ApiError } from '../../contract/client.ts';
import { formatNaira } from '../../contract/money.ts';
import { parseNaira } from './naira.ts';

/** What a seller types about an ad. */
export interface AdFields {
	title: string;
	category: string;
	description: string;
	/** In naira, as typed. */
	price: string;
	place: string;
	whatsapp: string;
}

export const emptyAd: AdFields = { title: '', category: '', description: '', price: '', place: '', whatsapp: '' };
export const adFieldNames = Object.keys(emptyAd) as (keyof AdFields)[];

/** What a seller would type for an ad that is there. */
export function typedAd({
	title,
	category,
	description,
	price_kobo,
	place,
	whatsapp,
}: Pick<Ad, keyof PictureAdForm>): AdFields {
	return {
		title,
		category,
		description,
		price: price_kobo === null ? '' : formatNaira(price_kobo).replace(/^NGN /, ''),
		place: place ?? '',
		whatsapp: whatsapp === null ? '' : `+${whatsapp}`,
	};
}

const pictureAd = newAd.pick({
	title: true,
	category: true,
	description: true,
	price_kobo: true,
	place: true,
	whatsapp: true,
});
const videoAd = pictureAd.extend({ title: newVideoAd.shape.title });

/** What was typed, as the contract's fields hold it. */
export type PictureAdForm = ReturnType<typeof pictureAd.parse>;
export type VideoAdForm = ReturnType<typeof videoAd.parse>;

/** For react-hook-form: what the contract says of a picture ad's fields. */
export function resolvePictureAd(typed: AdFields): ResolverResult<AdFields, PictureAdForm> {
	const result = pictureAd.safeParse(wireFields(typed));
	return result.success ? { values: result.data, errors: {} } : { values: {}, errors: errorsOf(result.error.issues) };
}

/** For react-hook-form: what the contract says of a video ad's fields, where the title may be left out. */
export function resolveVideoAd(typed: AdFields): ResolverResult<AdFields, VideoAdForm> {
	const result = videoAd.safeParse({ ...wireFields(typed), title: typed.title.trim() || undefined });
	return result.success ? { values: result.data, errors: {} } : { values: {}, errors: errorsOf(result.error.issues) };
}

function wireFields({ title, category, description, price, place, whatsapp }: AdFields) {
	return {
		title,
		category,
		description,
		price_kobo: parseNaira(price),
		place: place.trim() || null,
		whatsapp: whatsapp.trim() || null,
	};
}

function errorsOf(issues: readonly { path: PropertyKey[]; message: string }[]): FieldErrors<AdFields> {
	const errors: FieldErrors<AdFields> = {};
	for (const { path, message } of issues) {
		const name = fieldOf(String(path[0]));
		if (name) errors[name] ??= { type: 'invalid', message };
	}
	return errors;
}

/** The form's field that a field of the contract is typed into. */
function fieldOf(name: string): keyof AdFields | undefined {
	if (name === 'price_kobo') return 'price';
	if (name === 'categories') return 'category';
	return adFieldNames.find((known) => known === name);
}

/** What a refusal says of each field of the form, and the sentence for what belongs to none. */
export function refusedFields(error: unknown): { fields: [keyof AdFields, string][]; rest: string | null } {
	if (!(error instanceof ApiError)) return { fields: [], rest: null };
	const said = Object.entries(error.problem.fields ?? {});
	const fields = said.flatMap(([name, sentence]): [keyof AdFields, string][] => {
		const field = fieldOf(name);
		return field ? [[field, sentence]] : [];
	});
	const others = said.flatMap(([name, sentence]) => (fieldOf(name) ? [] : [sentence]));
	return { fields, rest: fields.length === 0 || others.length > 0 ? (others[0] ?? error.message) : null };
}
