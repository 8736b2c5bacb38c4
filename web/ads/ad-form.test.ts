import { expect, test } from 'vitest';
import * as validationText from '../../contract/text/validation.ts';
import { emptyAd, pictureAdSchema, toAdFieldName, toAdFields, videoAdSchema } from './ad-form.ts';

const typed = {
	title: ' Red bag ',
	category: "Women's Bags",
	description: ' Leather ',
	price: '70,000',
	place: '',
	whatsapp: '0803 123 4567',
};

test('converts typed fields to the request body', () => {
	expect(pictureAdSchema.safeParse(typed)).toEqual({
		success: true,
		data: {
			title: 'Red bag',
			category: "Women's Bags",
			description: 'Leather',
			price_kobo: 7_000_000,
			place: null,
			whatsapp: '2348031234567',
		},
	});
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

test('accepts a video without a title', () => {
	expect(videoAdSchema.safeParse({ ...typed, title: ' ' }).success).toBe(true);
	const { error } = videoAdSchema.safeParse({ ...typed, title: 'x'.repeat(81) });
	expect(error?.issues.map(({ path }) => path)).toEqual([['title']]);
});

test('maps each request field to its form field', () => {
	expect(['title', 'price_kobo', 'categories', 'pictures'].map(toAdFieldName)).toEqual([
		'title',
		'price',
		'category',
		undefined,
	]);
});

test('round-trips an existing ad through the form', () => {
	const texts = { title: 'Red bag', category: "Women's Bags", description: 'Leather' };
	const full = { ...texts, price_kobo: 7_000_050, place: 'Ikeja', whatsapp: '2348031234567' };
	const minimal = { ...texts, price_kobo: null, place: null, whatsapp: null };
	expect(toAdFields(full)).toMatchObject({ price: '70,000.50', place: 'Ikeja', whatsapp: '+2348031234567' });
	expect(toAdFields(minimal)).toMatchObject({ price: '', place: '', whatsapp: '' });
	for (const ad of [full, minimal])
		expect(pictureAdSchema.safeParse(toAdFields(ad))).toEqual({ success: true, data: ad });
});
