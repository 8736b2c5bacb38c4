import type { Me, Session } from '../../contract/accounts/accounts.ts';
import { type DeliveryOption, deliveryOptions, hasItemOptions } from '../../contract/ads/ad-options.ts';
import { newAdSchema, newVideoAdSchema, type OwnAdDetails } from '../../contract/ads/ads.ts';
import { priceTextSchema } from '../../contract/ads/read-price.ts';
import { NetworkError } from '../../contract/core/client.ts';
import { formatPhone } from '../../contract/core/format-phone.ts';
import { formatNaira } from '../../contract/core/money.ts';
import { normalizePhone } from '../../contract/core/phone.ts';
import { states } from '../../contract/location/states.ts';
import { captionsSchema } from '../../contract/media/captions.ts';
import * as errorsText from '../../text/web/errors.ts';
import type { FormSchema } from '../data/api-form.tsx';
import { getErrorNotice } from '../platform/error-message.ts';

/** Empty values of the ad form. Every field holds the text of its input. */
export const emptyAd = {
	title: '',
	category: '',
	description: '',
	/** Price in naira. */
	price: '',
	/** 'yes' if the price is negotiable. */
	negotiable: '',
	condition: '',
	/** Names of the delivery options, separated by spaces. */
	delivery: '',
	state: '',
	/** Local government area of the state. */
	lga: '',
	place: '',
	whatsapp: '',
	call_number: '',
	/** Ids of the products of a video, separated by spaces. */
	products: '',
	/** Caption file of a video ad. */
	captions: '',
};
export type AdFields = typeof emptyAd;
export const adFieldNames = Object.keys(emptyAd) as (keyof AdFields)[];

/** Returns the empty form of an account's new ad, filled with its location, and the place and numbers that its profile shows. */
export function getNewAdFields({ place, place_public, location, phone, call_number, phone_public }: Session): AdFields {
	return {
		...emptyAd,
		// A session that an earlier version stored has no `location`.
		...(location && { state: location.state, lga: location.lga ?? '' }),
		...(place_public && place && { place }),
		...(phone_public && phone && { whatsapp: formatPhone(phone) }),
		...(phone_public && call_number && { call_number: formatPhone(call_number) }),
	};
}

export function toAdFields(
	ad: Pick<OwnAdDetails, keyof PictureAdBody> & Pick<Partial<OwnAdDetails>, 'products'>,
): AdFields {
	return {
		...emptyAd,
		title: ad.title,
		category: ad.category,
		description: ad.description,
		price: ad.price_kobo === null ? '' : formatNaira(ad.price_kobo).replace(/^NGN /, ''),
		negotiable: ad.negotiable ? 'yes' : '',
		condition: ad.condition ?? '',
		delivery: ad.delivery.join(' '),
		state: ad.location?.state ?? '',
		lga: ad.location?.lga ?? '',
		place: ad.place ?? '',
		whatsapp: ad.whatsapp === null ? '' : formatPhone(ad.whatsapp),
		call_number: ad.call_number === null ? '' : formatPhone(ad.call_number),
		products: (ad.products ?? []).map(({ id }) => id).join(' '),
	};
}

export const pictureAdBodySchema = newAdSchema.omit({ pictures: true, remember_contact: true });
const pictureAdFormSchema = pictureAdBodySchema.extend({ price_kobo: priceTextSchema });
const editedVideoAdFormSchema = pictureAdFormSchema.extend({
	products: newVideoAdSchema.shape.products,
	captions: captionsSchema.nullable(),
});
const videoAdFormSchema = editedVideoAdFormSchema.extend({
	title: newVideoAdSchema.shape.title,
	captions: newVideoAdSchema.shape.captions,
});

/** Parsed ad form, in the fields that the API takes. */
export type PictureAdBody = ReturnType<typeof pictureAdBodySchema.parse>;
export type VideoAdBody = ReturnType<typeof videoAdFormSchema.parse>;
export type EditedVideoAdBody = ReturnType<typeof editedVideoAdFormSchema.parse>;

/** Returns the fields of a new ad that have a value. The account takes over a place and numbers if it has none. */
export function toNewAdFields<Body extends PictureAdBody | VideoAdBody>(
	form: Body,
): Body & { remember_contact?: true } {
	const isEmpty = (value: unknown) =>
		value === undefined ||
		value === null ||
		value === '' ||
		value === false ||
		(Array.isArray(value) && value.length === 0);
	// The API fills in all fields that can be empty.
	const fields = Object.fromEntries(Object.entries(form).filter(([, value]) => !isEmpty(value))) as Body;
	const hasContact = fields.place || fields.location || fields.whatsapp || fields.call_number;
	return { ...fields, ...(hasContact && { remember_contact: true }) };
}

export const pictureAdSchema: FormSchema<PictureAdBody> = {
	safeParse: (typed) => pictureAdFormSchema.safeParse(toWireFields(typed as AdFields)),
};

/** Schema of the form that edits a video ad: `pictureAdSchema` with products and captions. Null removes the captions. */
export const editedVideoAdSchema: FormSchema<EditedVideoAdBody> = {
	safeParse(typed) {
		const fields = typed as AdFields;
		const products = readProductIds(fields.products);
		return editedVideoAdFormSchema.safeParse({ ...toWireFields(fields), products, captions: fields.captions || null });
	},
};

/** Schema of a new video ad's form: `pictureAdSchema` with an optional title, products and captions. */
export const videoAdSchema: FormSchema<VideoAdBody> = {
	safeParse(typed) {
		const fields = typed as AdFields;
		return videoAdFormSchema.safeParse({
			...toWireFields(fields),
			products: readProductIds(fields.products),
			captions: fields.captions || undefined,
		});
	},
};

function toWireFields(fields: AdFields) {
	const {
		price,
		negotiable,
		condition,
		delivery,
		state,
		lga,
		place,
		whatsapp,
		call_number,
		products,
		captions,
		...others
	} = fields;
	const hasOptions = hasItemOptions(others.category);
	return {
		...others,
		price_kobo: price,
		negotiable: negotiable !== '',
		condition: (hasOptions && condition) || null,
		delivery: hasOptions ? readDelivery(delivery) : [],
		location: state ? { state, lga: lga || null } : null,
		place: place.trim() || null,
		whatsapp: whatsapp.trim() || null,
		call_number: call_number.trim() || null,
	};
}

/** Converts the location of the form for an ad card; null without a state. */
export function toLocation({ state, lga }: Pick<AdFields, 'state' | 'lga'>): OwnAdDetails['location'] {
	const known = states.find((name) => name === state);
	return known ? { state: known, lga: lga || null } : null;
}

/** Reads the delivery options of the form. Ignores unknown names, which an older draft may have. */
export function readDelivery(delivery: string): DeliveryOption[] {
	const names = delivery.split(' ');
	return deliveryOptions.filter((option) => names.includes(option));
}

/** Reads the ids of the products of the form. */
export function readProductIds(products: string): number[] {
	return products.split(' ').filter(Boolean).map(Number);
}

/** Maps a field name of the API to the form's field name; undefined if the form has no such field. */
export function toAdFieldName(name: string): keyof AdFields | undefined {
	if (name === 'price_kobo') return 'price';
	if (name === 'categories') return 'category';
	if (name.startsWith('location')) return name.endsWith('lga') ? 'lga' : 'state';
	return adFieldNames.find((fieldName) => fieldName === name);
}

/** Returns the message for an ad form whose submission failed without field errors. */
export function getAdErrorMessage(error: unknown): string {
	return error instanceof NetworkError ? errorsText.connectionLost : getErrorNotice(error);
}

/** Returns whether a number in the form hides the badge, which stands only beside the number that the seller has verified. */
export function hidesPhoneBadge({ phone, verified }: Pick<Me, 'phone' | 'verified'>, value: string): boolean {
	const number = normalizePhone(value);
	return verified.includes('phone') && number !== null && number !== phone;
}
