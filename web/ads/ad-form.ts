import { type Ad, newAdSchema, newVideoAdSchema } from '../../contract/ads.ts';
import { NetworkError } from '../../contract/client.ts';
import { formatNaira } from '../../contract/money.ts';
import * as errorsText from '../../contract/text/errors.ts';
import type { FormSchema } from '../data/api-form.tsx';
import { getErrorNotice } from '../platform/error-message.ts';
import { parseNaira } from './naira.ts';

/** The initial form values, all as typed text. */
export const emptyAd = {
	title: '',
	category: '',
	description: '',
	/** In naira. */
	price: '',
	place: '',
	whatsapp: '',
};
export type AdFields = typeof emptyAd;
export const adFieldNames = Object.keys(emptyAd) as (keyof AdFields)[];

export function toAdFields(ad: Pick<Ad, keyof PictureAdForm>): AdFields {
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

/** The parsed form, as the API takes it. */
export type PictureAdForm = ReturnType<typeof pictureAdBodySchema.parse>;
export type VideoAdForm = ReturnType<typeof videoAdBodySchema.parse>;

export const pictureAdSchema: FormSchema<PictureAdForm> = {
	safeParse: (typed) => pictureAdBodySchema.safeParse(toWireFields(typed as AdFields)),
};

/** As `pictureAdSchema`, but the title is optional. */
export const videoAdSchema: FormSchema<VideoAdForm> = {
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

/** Maps a field of the API to the form's field; undefined if the form has none. */
export function toAdFieldName(name: string): keyof AdFields | undefined {
	if (name === 'price_kobo') return 'price';
	if (name === 'categories') return 'category';
	return adFieldNames.find((fieldName) => fieldName === name);
}

/** The message for a failed submission that no field explains. */
export function getAdErrorMessage(error: unknown): string {
	return error instanceof NetworkError ? errorsText.connectionLost : getErrorNotice(error);
}
