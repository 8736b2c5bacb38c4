import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildShareUrls } from './share-urls.ts';

test('fills in the URL and the title for each network', () => {
	const shared = buildShareUrls({ address: 'https://kasuwa.example/feed/7/red-shoes', title: 'Red shoes & socks' });
	expect(shared).toEqual({
		facebook:
			'https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fkasuwa.example%2Ffeed%2F7%2Fred-shoes&quote=Red%20shoes%20%26%20socks',
		x: 'https://x.com/intent/post?url=https%3A%2F%2Fkasuwa.example%2Ffeed%2F7%2Fred-shoes&text=Red%20shoes%20%26%20socks',
		whatsapp: 'https://wa.me/?text=Red%20shoes%20%26%20socks%0Ahttps%3A%2F%2Fkasuwa.example%2Ffeed%2F7%2Fred-shoes',
	});
});

test('passes on any title unchanged', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), fc.webUrl(), (title, address) => {
			const { facebook, x, whatsapp } = buildShareUrls({ address, title });
			expect(new URL(facebook).searchParams.get('quote')).toBe(title);
			expect(new URL(facebook).searchParams.get('u')).toBe(address);
			expect(new URL(x).searchParams.get('text')).toBe(title);
			expect(new URL(whatsapp).searchParams.get('text')).toBe(`${title}\n${address}`);
		}),
	);
});

test('replaces a lone surrogate in a title', () => {
	expect(buildShareUrls({ address: 'https://a.example/', title: '\ud83d' }).x).toContain('text=%EF%BF%BD');
});
