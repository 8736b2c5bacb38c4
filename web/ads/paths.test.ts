import { expect, test } from 'vitest';
import { adPath } from './paths.ts';

test('gives picture and video ads separate pages', () => {
	expect(adPath({ id: 7, format: 'image', title: 'Red Shoes & Socks' })).toBe('/feed/7/red-shoes-socks');
	expect(adPath({ id: 8, format: 'video', title: 'Café tour!' })).toBe('/sellervideos/8/cafe-tour');
});

test('gives a path to a title without letters', () => {
	expect(adPath({ id: 9, format: 'image', title: '👟👟' })).toBe('/feed/9/ad');
});
