import { type Ad, newAd, newVideoAd } from '../../contract/ads.ts';
import { NetworkError } from '../../contract/client.ts';
import { formatNaira } from '../../contract/money.ts';
import * as errorsText from '../../contract/text/errors.ts';
import type { FormSchema } from '../data/api-form.tsx';
import { noticeOf } from '../platform/reason.ts';
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
