import { expect, test } from 'vitest';
import { adPath } from './paths.ts';

test('a picture ad and a video ad each have their own page', () => {
	expect(adPath({ id: 7, format: 'image', title: 'Red Shoes & Socks' })).toBe('/feed/7/red-shoes-socks');
	expect(adPath({ id: 8, format: 'video', title: 'Café tour!' })).toBe('/sellervideos/8/cafe-tour');
});

test('a title without a letter of the alphabet still gives an address', () => {
	expect(adPath({ id: 9, format: 'image', title: '👟👟' })).toBe('/feed/9/ad');
});
