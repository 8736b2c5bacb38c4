import { expect, test } from 'vitest';
import * as validationText from '../../text/shared/validation.ts';
import { makeSession } from '../testing/browser-state.ts';
import {
	editedVideoAdSchema,
	emptyAd,
	getNewAdFields,
	pictureAdSchema,
	toAdFieldName,
	toAdFields,
	toNewAdFields,
	videoAdSchema,
} from './ad-form.ts';

const typed = {
	title: ' Red bag ',
	category: "Women's Bags",
	description: ' Leather ',
	price: '70,000',
	negotiable: 'yes',
	condition: 'foreign_used',
	delivery: 'pickup pay_on_delivery drone',
	state: 'Lagos',
	lga: 'Ikeja',
	place: '',
	whatsapp: '0803 123 4567',
	call_number: '',
	products: '8 9',
};

test('converts typed fields to the request body', () => {
	expect(pictureAdSchema.safeParse(typed)).toEqual({
		success: true,
		data: {
			title: 'Red bag',
			category: "Women's Bags",
			description: 'Leather',
			price_kobo: 7_000_000,
			negotiable: true,
			condition: 'foreign_used',
			delivery: ['pickup', 'pay_on_delivery'],
			location: { state: 'Lagos', lga: 'Ikeja' },
			place: null,
			whatsapp: '2348031234567',
			call_number: null,
		},
	});
});

test('leaves out condition and delivery of property', () => {
	expect(pictureAdSchema.safeParse({ ...typed, category: 'Real Estate' }).data).toMatchObject({
		...{ condition: null, delivery: [], location: { state: 'Lagos', lga: 'Ikeja' } },
	});
});

test('rejects an area of another state', () => {
	const { error } = pictureAdSchema.safeParse({ ...typed, state: 'Ogun' });
	expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
		['location.lga', validationText.lgaUnknown],
	]);
});

test('asks about a price that may be two', () => {
	const check = (price: string) => pictureAdSchema.safeParse({ ...typed, price });
	expect(check('1500,50').data?.price_kobo).toBe(150_050);
	expect(check('1.500').error?.issues).toMatchObject([
		{ path: ['price_kobo'], message: validationText.priceUnclear('₦1,500', '₦1.50') },
	]);
});

test('reports all errors at once', () => {
	const { error } = pictureAdSchema.safeParse({ ...emptyAd, price: 'cheap', whatsapp: '12' });
	expect(Object.fromEntries(error?.issues.map(({ path, message }) => [path[0], message]) ?? [])).toEqual({
		title: validationText.titleMissing,
		category: validationText.categoryMissing,
		description: validationText.descriptionMissing,
		price_kobo: validationText.priceInvalid,
		whatsapp: validationText.phoneInvalid,
	});
});

test('accepts a video without a title, and reads its products', () => {
	expect(videoAdSchema.safeParse({ ...typed, title: ' ' }).data).toMatchObject({ products: [8, 9] });
	const { error } = videoAdSchema.safeParse({ ...typed, title: 'x'.repeat(81) });
	expect(error?.issues.map(({ path }) => path)).toEqual([['title']]);
});

const captions = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\nWelcome!\n';

test('sends captions of videos only, and none for an upload that an earlier version stored', () => {
	expect(pictureAdSchema.safeParse({ ...typed, captions }).data).not.toHaveProperty('captions');
	expect(videoAdSchema.safeParse({ ...typed, captions }).data).toMatchObject({ captions });
	expect(videoAdSchema.safeParse({ ...typed, captions: undefined }).data?.captions).toBeUndefined();
	expect(editedVideoAdSchema.safeParse({ ...typed, captions }).data).toMatchObject({ captions });
	expect(editedVideoAdSchema.safeParse({ ...typed, captions: '' }).data).toMatchObject({ captions: null });
});

test('maps each request field to its form field', () => {
	const names = ['title', 'price_kobo', 'categories', 'location', 'location.state', 'location.lga', 'pictures'];
	expect(names.map(toAdFieldName)).toEqual(['title', 'price', 'category', 'state', 'state', 'lga', undefined]);
});

test('round-trips an existing ad through the form', () => {
	const texts = { title: 'Red bag', category: "Women's Bags", description: 'Leather' };
	const full: Parameters<typeof toAdFields>[0] = {
		...{ ...texts, price_kobo: 7_000_050, place: 'Ikeja', whatsapp: '2348031234567', call_number: '233241234567' },
		...{ negotiable: true, condition: 'new', delivery: ['nationwide'], location: { state: 'Lagos', lga: 'Ikeja' } },
	};
	const minimal: Parameters<typeof toAdFields>[0] = {
		...{ ...texts, price_kobo: null, place: null, whatsapp: null, call_number: null },
		...{ negotiable: false, condition: null, delivery: [], location: null },
	};
	expect(toAdFields(full)).toMatchObject({
		price: '70,000.50',
		place: 'Ikeja',
		whatsapp: '0803 123 4567',
		call_number: '+233241234567',
	});
	expect(toAdFields(minimal)).toMatchObject({ price: '', place: '', whatsapp: '', call_number: '' });
	for (const ad of [full, minimal])
		expect(pictureAdSchema.safeParse(toAdFields(ad))).toEqual({ success: true, data: ad });
});

test("fills a new ad with the place and numbers that the account's profile shows", () => {
	const contact = { place: 'Ikeja', phone: '2348031234567', call_number: '2348091234567' };
	const shown = makeSession({ ...contact, place_public: true, phone_public: true });
	expect(getNewAdFields(shown)).toEqual({
		...emptyAd,
		place: 'Ikeja',
		whatsapp: '0803 123 4567',
		call_number: '0809 123 4567',
	});
	expect(getNewAdFields(makeSession(contact))).toEqual(emptyAd);
	expect(getNewAdFields(makeSession({ place_public: true, phone_public: true }))).toEqual(emptyAd);
});

test('sends only the fields of a new ad that have a value', () => {
	const words = { title: 'Shoes', category: "Men's Shoes", description: 'They dance.' } as const;
	const empty = pictureAdSchema.safeParse({ ...emptyAd, ...words });
	expect(empty.success && toNewAdFields(empty.data)).toEqual(words);
	const free = pictureAdSchema.safeParse({ ...emptyAd, ...words, price: '1', negotiable: 'yes', place: 'Aba' });
	expect(free.success && toNewAdFields(free.data)).toEqual({
		...words,
		price_kobo: 100,
		negotiable: true,
		place: 'Aba',
		remember_contact: true,
	});
});
