import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../contract/client.ts';
import * as validationText from '../../contract/text/validation.ts';
import { emptyAd, refusedFields, resolvePictureAd, resolveVideoAd, typedAd } from './ad-form.ts';

const typed = {
	title: ' Red bag ',
	category: "Women's Bags",
	description: ' Leather ',
	price: '70,000',
	place: '',
	whatsapp: '0803 123 4567',
};

test('what is typed becomes what the contract asks for', () => {
	expect(resolvePictureAd(typed)).toEqual({
		errors: {},
		values: {
			title: 'Red bag',
			category: "Women's Bags",
			description: 'Leather',
			price_kobo: 7_000_000,
			place: null,
			whatsapp: '2348031234567',
		},
	});
});

test('every error at once, next to its own field', () => {
	const { errors } = resolvePictureAd({ ...emptyAd, price: 'cheap', whatsapp: '12' });
	expect(Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error.message]))).toEqual({
		title: validationText.titleMissing,
		category: validationText.categoryMissing,
		description: validationText.descriptionMissing,
		price: validationText.priceInvalid,
		whatsapp: validationText.phoneInvalid,
	});
});

test('a video needs no title', () => {
	expect(resolveVideoAd({ ...typed, title: ' ' }).errors).toEqual({});
	expect(resolveVideoAd({ ...typed, title: 'x'.repeat(81) }).errors).toHaveProperty('title');
});

test('a refusal is told field by field', () => {
	const refused = new ApiError(422, {
		code: 'invalid',
		message: 'Please check',
		fields: { price_kobo: 'Too much', categories: 'Choose', pictures: 'Gone' },
	});
	expect(refusedFields(refused)).toEqual({
		fields: [
			['price', 'Too much'],
			['category', 'Choose'],
		],
		rest: 'Gone',
	});
	expect(refusedFields(new ApiError(403, { code: 'forbidden', message: 'No' }))).toEqual({ fields: [], rest: 'No' });
	expect(refusedFields(new NetworkError(null))).toEqual({ fields: [], rest: null });
});

test('an ad that is there stands in the form as it would be typed, and comes out the same', () => {
	const facts = { title: 'Red bag', category: "Women's Bags", description: 'Leather' };
	const full = { ...facts, price_kobo: 7_000_050, place: 'Ikeja', whatsapp: '2348031234567' };
	const bare = { ...facts, price_kobo: null, place: null, whatsapp: null };
	expect(typedAd(full)).toMatchObject({ price: '70,000.50', place: 'Ikeja', whatsapp: '+2348031234567' });
	expect(typedAd(bare)).toMatchObject({ price: '', place: '', whatsapp: '' });
	for (const ad of [full, bare]) expect(resolvePictureAd(typedAd(ad))).toEqual({ errors: {}, values: ad });
});
