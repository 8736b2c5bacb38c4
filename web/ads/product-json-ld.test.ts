import { expect, test } from 'vitest';
import { makeAd } from '../testing/ads.ts';
import { buildProductJsonLd, shortenDescription } from './product-json-ld.ts';

const ad = makeAd(7, {
	title: 'Red shoes',
	category: "Women's Shoes",
	price_kobo: 2_200_050,
	seller: { id: 3, user_name: 'nnamdi', display_name: '', user_image: null },
	gallery: [{ url: '/media/a/w640.webp', width: 640, height: 800, placeholder: null, sizes: [] }],
});

test('describes title, pictures and the price in naira', () => {
	expect(buildProductJsonLd(ad, 'https://kasuwa.example')).toMatchObject({
		'@type': 'Product',
		name: 'Red shoes',
		image: ['https://kasuwa.example/media/a/w640.webp'],
		offers: {
			price: '22000.50',
			priceCurrency: 'NGN',
			availability: 'https://schema.org/InStock',
			url: 'https://kasuwa.example/feed/7/red-shoes',
			seller: { name: 'nnamdi' },
		},
	});
});

test.each([
	['new', 'https://schema.org/NewCondition'],
	['foreign_used', 'https://schema.org/UsedCondition'],
	['refurbished', 'https://schema.org/RefurbishedCondition'],
] as const)('describes the condition %s', (condition, itemCondition) => {
	const json = buildProductJsonLd({ ...ad, condition }, 'https://a.example');
	expect(json).toMatchObject({ itemCondition, offers: { itemCondition } });
});

test('omits a condition that the seller did not give', () => {
	expect(JSON.stringify(buildProductJsonLd(ad, 'https://a.example'))).not.toContain('itemCondition');
});

test('marks a sold ad as sold out and omits the offer without a price', () => {
	expect(buildProductJsonLd({ ...ad, state: 'sold' }, 'https://a.example')).toMatchObject({
		offers: { availability: 'https://schema.org/SoldOut' },
	});
	expect(buildProductJsonLd({ ...ad, price_kobo: null }, 'https://a.example')).not.toHaveProperty('offers');
});

test('gives the seller of the offer a rating only if there are reviews', () => {
	const getSeller = (rating: (typeof ad)['seller']['rating']) =>
		buildProductJsonLd({ ...ad, seller: { ...ad.seller, rating } }, 'https://a.example').offers?.seller;
	expect(getSeller(null)).toEqual({ '@type': 'Person', name: 'nnamdi' });
	expect(getSeller({ average: 4, count: 1 })).toEqual({
		'@type': 'Organization',
		name: 'nnamdi',
		aggregateRating: { '@type': 'AggregateRating', ratingValue: 4, reviewCount: 1, bestRating: 5, worstRating: 1 },
	});
});

test('shortens a description to one line, cut at a word', () => {
	expect(shortenDescription('One\n\n two   three')).toBe('One two three');
	expect(shortenDescription('one two three four', 12)).toBe('one two…');
	expect(shortenDescription('x'.repeat(30), 10)).toBe(`${'x'.repeat(10)}…`);
	expect(shortenDescription('👟'.repeat(30), 9).isWellFormed()).toBe(true);
});
