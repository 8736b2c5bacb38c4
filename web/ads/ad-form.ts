import { type Ad, newAdSchema, newVideoAdSchema } from '../../contract/ads.ts';
import { NetworkError } from '../../contract/client.ts';
import { formatNaira } from '../../contract/money.ts';
import * as errorsText from '../../contract/text/errors.ts';
import type { FormSchema } from '../data/api-form.tsx';
import { getErrorNotice } from '../platform/error-message.ts';
import { parseNaira } from './naira.ts';

/** Empty values of the ad form. Every field holds the text of its input. */
export const emptyAd = {
	title: '',
	category: '',
	description: '',
	/** Price in naira. */
	price: '',
	place: '',
	whatsapp: '',
};
export type AdFields = typeof emptyAd;
export const adFieldNames = Object.keys(emptyAd) as (keyof AdFields)[];

export function toAdFields(ad: Pick<Ad, keyof PictureAdBody>): AdFields {
	return {
		title: ad.title,
		category: ad.category,
		description: ad.description,
		price: ad.price_kobo === null ? '' : formatNaira(ad.price_kobo).replace(/^NGN /, ''),
		place: ad.place ?? '',
		whatsapp: ad.whatsapp === null ? '' : `+${ad.whatsapp}`,
	};
}

const pictureAdBodySchema = newAdSchema.omit({ pictures: true });
const videoAdBodySchema = pictureAdBodySchema.extend({ title: newVideoAdSchema.shape.title });

/** Parsed ad form, in the fields that the API takes. */
export type PictureAdBody = ReturnType<typeof pictureAdBodySchema.parse>;
export type VideoAdBody = ReturnType<typeof videoAdBodySchema.parse>;

export const pictureAdSchema: FormSchema<PictureAdBody> = {
	safeParse: (typed) => pictureAdBodySchema.safeParse(toWireFields(typed as AdFields)),
};

/** Schema of a video ad's form: `pictureAdSchema` with an optional title. */
export const videoAdSchema: FormSchema<VideoAdBody> = {
	safeParse(typed) {
		const fields = toWireFields(typed as AdFields);
		return videoAdBodySchema.safeParse({ ...fields, title: fields.title.trim() || undefined });
	},
};

function toWireFields({ price, place, whatsapp, ...others }: AdFields) {
	return {
		...others,
		price_kobo: parseNaira(price),
		place: place.trim() || null,
		whatsapp: whatsapp.trim() || null,
	};
}

/** Maps a field name of the API to the form's field name; undefined if the form has no such field. */
export function toAdFieldName(name: string): keyof AdFields | undefined {
	if (name === 'price_kobo') return 'price';
	if (name === 'categories') return 'category';
	return adFieldNames.find((fieldName) => fieldName === name);
}

/** Returns the message for an ad form whose submission failed without field errors. */
export function getAdErrorMessage(error: unknown): string {
	return error instanceof NetworkError ? errorsText.connectionLost : getErrorNotice(error);
}
