import { type Ad, newAd, newVideoAd } from '../../contract/ads.ts';
import { NetworkError } from '../../contract/client.ts';
import { formatNaira } from '../../contract/money.ts';
import * as errorsText from '../../contract/text/errors.ts';
import type { FormSchema } from '../data/api-form.tsx';
import { getErrorNotice } from '../platform/error-message.ts';
import { parseNaira } from './naira.ts';

/** What a seller types about an ad, before anything is typed. */
export const emptyAd = {
	title: '',
	category: '',
	description: '',
	/** In naira, as typed. */
	price: '',
	place: '',
	whatsapp: '',
};
export type AdFields = typeof emptyAd;
export const adFieldNames = Object.keys(emptyAd) as (keyof AdFields)[];

/** What a seller would type for an ad that is there. */
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

const pictureAdBody = newAd.omit({ pictures: true });
const videoAdBody = pictureAdBody.extend({ title: newVideoAd.shape.title });

/** What was typed, as the contract's fields hold it. */
export type PictureAdForm = ReturnType<typeof pictureAdBody.parse>;
export type VideoAdForm = ReturnType<typeof videoAdBody.parse>;

/** What is typed about a picture ad. */
export const pictureAdSchema: FormSchema<PictureAdForm> = {
	safeParse: (typed) => pictureAdBody.safeParse(toWireFields(typed as AdFields)),
};

/** What is typed about a video ad, where the title may be left out. */
export const videoAdSchema: FormSchema<VideoAdForm> = {
	safeParse(typed) {
		const fields = toWireFields(typed as AdFields);
		return videoAdBody.safeParse({ ...fields, title: fields.title.trim() || undefined });
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

/** The form's field that a field of the contract is typed into. */
export function toAdField(name: string): keyof AdFields | undefined {
	if (name === 'price_kobo') return 'price';
	if (name === 'categories') return 'category';
	return adFieldNames.find((known) => known === name);
}

/** The sentence for an ad that could not be sent, where no field is to blame. */
export function getAdErrorMessage(error: unknown): string {
	return error instanceof NetworkError ? errorsText.connectionLost : getErrorNotice(error);
}
