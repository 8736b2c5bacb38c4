import { type Ad, newAd, newVideoAd } from '../../contract/ads.ts';
import { NetworkError } from '../../contract/client.ts';
import { formatNaira } from '../../contract/money.ts';
import * as errorsText from '../../contract/text/errors.ts';
import type { FormSchema } from '../data/api-form.tsx';
import { noticeOf } from '../platform/reason.ts';
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
export function typedAd(ad: Pick<Ad, keyof PictureAdForm>): AdFields {
	return {
		title: ad.title,
		category: ad.category,
		description: ad.description,
		price: ad.price_kobo === null ? '' : formatNaira(ad.price_kobo).replace(/^NGN /, ''),
		place: ad.place ?? '',
		whatsapp: ad.whatsapp === null ? '' : `+${ad.whatsapp}`,
	};
}

const pictureAd = newAd.omit({ pictures: true });
const videoAd = pictureAd.extend({ title: newVideoAd.shape.title });

/** What was typed, as the contract's fields hold it. */
export type PictureAdForm = ReturnType<typeof pictureAd.parse>;
export type VideoAdForm = ReturnType<typeof videoAd.parse>;

/** What is typed about a picture ad. */
export const typedPictureAd: FormSchema<PictureAdForm> = {
	safeParse: (typed) => pictureAd.safeParse(wireFields(typed as AdFields)),
};

/** What is typed about a video ad, where the title may be left out. */
export const typedVideoAd: FormSchema<VideoAdForm> = {
	safeParse(typed) {
		const fields = wireFields(typed as AdFields);
		return videoAd.safeParse({ ...fields, title: fields.title.trim() || undefined });
	},
};

function wireFields({ price, place, whatsapp, ...others }: AdFields) {
	return {
		...others,
		price_kobo: parseNaira(price),
		place: place.trim() || null,
		whatsapp: whatsapp.trim() || null,
	};
}

/** The form's field that a field of the contract is typed into. */
export function adField(name: string): keyof AdFields | undefined {
	if (name === 'price_kobo') return 'price';
	if (name === 'categories') return 'category';
	return adFieldNames.find((known) => known === name);
}

/** The sentence for an ad that could not be sent, where no field is to blame. */
export function adSendingError(error: unknown): string {
	return error instanceof NetworkError ? errorsText.connectionLost : noticeOf(error);
}
