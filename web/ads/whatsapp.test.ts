import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whatsAppAddress } from './whatsapp.ts';

const ad = { id: 7, whatsapp: '2348031234567', title: 'Shoes', price: null, origin: 'https://kasuwa.example' };
const textOf = (asked: Partial<Parameters<typeof whatsAppAddress>[0]>) =>
	new URL(whatsAppAddress({ ...ad, ...asked })).searchParams.get('text');

test('the chat opens with what the customer is asking about, and a short link to it', () => {
	const chat = new URL(whatsAppAddress({ ...ad, title: 'Red shoes & socks', price: 'NGN 70,000' }));
	expect(chat.origin + chat.pathname).toBe('https://wa.me/2348031234567');
	expect(chat.searchParams.get('text')).toBe(
		'Hello, I am interested in "Red shoes & socks" (NGN 70,000).\nhttps://kasuwa.example/a/7',
	);
});

test.each([
	['without a price', {}, 'Hello, I am interested in "Shoes".\nhttps://kasuwa.example/a/7'],
	[
		'signs that mean something in addresses',
		{ title: '100% wool? #1 + more/less', price: 'NGN 1' },
		'Hello, I am interested in "100% wool? #1 + more/less" (NGN 1).\nhttps://kasuwa.example/a/7',
	],
	[
		'quotes and several lines',
		{ title: 'The "best"\nshoes' },
		'Hello, I am interested in "The "best"\nshoes".\nhttps://kasuwa.example/a/7',
	],
	['emoji', { title: 'Shoes 👟' }, 'Hello, I am interested in "Shoes 👟".\nhttps://kasuwa.example/a/7'],
	['half a letter', { title: 'Shoes \ud83d' }, 'Hello, I am interested in "Shoes \ufffd".\nhttps://kasuwa.example/a/7'],
	[
		'a port',
		{ origin: 'http://localhost:3000', id: 123_456 },
		'Hello, I am interested in "Shoes".\nhttp://localhost:3000/a/123456',
	],
])('the text: %s', (_, asked, text) => {
	expect(textOf(asked)).toBe(text);
});

test('any title and price arrive as they were typed', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (title, price) => {
			expect(textOf({ title, price })).toBe(
				`Hello, I am interested in "${title}" (${price}).\nhttps://kasuwa.example/a/7`,
			);
		}),
	);
});
