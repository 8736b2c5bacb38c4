import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as adsText from '../../contract/text/ads.ts';
import { whatsAppUrl } from './whatsapp.ts';

const ad = { id: 7, whatsapp: '2348031234567', title: 'Shoes', price: null, origin: 'https://kasuwa.example' };
const textOf = (asked: Partial<Parameters<typeof whatsAppUrl>[0]>) =>
	new URL(whatsAppUrl({ ...ad, ...asked })).searchParams.get('text');

test('the chat opens with what the customer is asking about, and a short link to it', () => {
	const chat = new URL(whatsAppUrl({ ...ad, title: 'Red shoes & socks', price: 'NGN 70,000' }));
	expect(chat.origin + chat.pathname).toBe('https://wa.me/2348031234567');
	expect(chat.searchParams.get('text')).toBe(
		adsText.whatsappMessage('Red shoes & socks', 'NGN 70,000', 'https://kasuwa.example/a/7'),
	);
});

test.each([
	['without a price', {}, adsText.whatsappMessage('Shoes', null, 'https://kasuwa.example/a/7')],
	[
		'signs that mean something in addresses',
		{ title: '100% wool? #1 + more/less', price: 'NGN 1' },
		adsText.whatsappMessage('100% wool? #1 + more/less', 'NGN 1', 'https://kasuwa.example/a/7'),
	],
	[
		'quotes and several lines',
		{ title: 'The "best"\nshoes' },
		adsText.whatsappMessage('The "best"\nshoes', null, 'https://kasuwa.example/a/7'),
	],
	['emoji', { title: 'Shoes 👟' }, adsText.whatsappMessage('Shoes 👟', null, 'https://kasuwa.example/a/7')],
	[
		'half a letter',
		{ title: 'Shoes \ud83d' },
		adsText.whatsappMessage('Shoes \ufffd', null, 'https://kasuwa.example/a/7'),
	],
	[
		'a port',
		{ origin: 'http://localhost:3000', id: 123_456 },
		adsText.whatsappMessage('Shoes', null, 'http://localhost:3000/a/123456'),
	],
])('the text: %s', (_, asked, text) => {
	expect(textOf(asked)).toBe(text);
});

test('any title and price arrive as they were typed', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (title, price) => {
			expect(textOf({ title, price })).toBe(adsText.whatsappMessage(title, price, 'https://kasuwa.example/a/7'));
		}),
	);
});
