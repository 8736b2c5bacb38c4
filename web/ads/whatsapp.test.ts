import { expect, test } from 'vitest';
import { whatsAppAddress } from './whatsapp.ts';

test('the chat opens with what the customer is asking about', () => {
	const address = 'https://kasuwa.example/feed/7/red-shoes';
	const chat = new URL(
		whatsAppAddress({ whatsapp: '2348031234567', title: 'Red shoes & socks', price: 'NGN 70,000', address }),
	);
	expect(chat.origin + chat.pathname).toBe('https://wa.me/2348031234567');
	expect(chat.searchParams.get('text')).toBe(`Hello, I am interested in "Red shoes & socks" (NGN 70,000).\n${address}`);
});

test('an ad without a price asks without one', () => {
	const chat = new URL(
		whatsAppAddress({ whatsapp: '2348031234567', title: 'Shoes', price: null, address: 'https://a.example/' }),
	);
	expect(chat.searchParams.get('text')).toBe('Hello, I am interested in "Shoes".\nhttps://a.example/');
});
