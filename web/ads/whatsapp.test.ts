import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as contactText from '../../contract/text/contact.ts';
import { buildWhatsAppUrl } from './whatsapp.ts';

const ad = { id: 7, whatsapp: '2348031234567', title: 'Shoes', price: null, origin: 'https://kasuwa.example' };
const words = 'Is it available?';
const chatMessage = (title: string, price: string | null, address: string) =>
	contactText.chatMessage(words, title, price, address);
const buildText = (overrides: Partial<Parameters<typeof buildWhatsAppUrl>[0]>) =>
	new URL(buildWhatsAppUrl({ ...ad, ...overrides }, words)).searchParams.get('text');

test('opens a chat with a message that says the words, names the ad and links to it', () => {
	const chat = new URL(buildWhatsAppUrl({ ...ad, title: 'Red shoes & socks', price: 'NGN 70,000' }, words));
	expect(chat.origin + chat.pathname).toBe('https://wa.me/2348031234567');
	expect(chat.searchParams.get('text')).toBe(
		chatMessage('Red shoes & socks', 'NGN 70,000', 'https://kasuwa.example/a/7'),
	);
});

test.each([
	['without a price', {}, chatMessage('Shoes', null, 'https://kasuwa.example/a/7')],
	[
		'reserved URL characters',
		{ title: '100% wool? #1 + more/less', price: 'NGN 1' },
		chatMessage('100% wool? #1 + more/less', 'NGN 1', 'https://kasuwa.example/a/7'),
	],
	[
		'quotes and several lines',
		{ title: 'The "best"\nshoes' },
		chatMessage('The "best"\nshoes', null, 'https://kasuwa.example/a/7'),
	],
	['emoji', { title: 'Shoes 👟' }, chatMessage('Shoes 👟', null, 'https://kasuwa.example/a/7')],
	['a lone surrogate', { title: 'Shoes \ud83d' }, chatMessage('Shoes \ufffd', null, 'https://kasuwa.example/a/7')],
	[
		'a port',
		{ origin: 'http://localhost:3000', id: 123_456 },
		chatMessage('Shoes', null, 'http://localhost:3000/a/123456'),
	],
])('encodes the message: %s', (_, overrides, text) => {
	expect(buildText(overrides)).toBe(text);
});

test('round-trips any title and price', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (title, price) => {
			expect(buildText({ title, price })).toBe(chatMessage(title, price, 'https://kasuwa.example/a/7'));
		}),
	);
});
