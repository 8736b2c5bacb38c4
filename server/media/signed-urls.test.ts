import { beforeEach, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { createSignedUrls, type SignedUrls } from './signed-urls.ts';

let clock: FakeClock;
let addresses: SignedUrls;

beforeEach(() => {
	clock = fakeClock();
	addresses = createSignedUrls({ secret: 'secret', clock });
});

/** What an address of a file says beside the file. */
function permission(publicId = 'abc', name = 'main.webp') {
	const url = new URL(addresses.create(publicId, name), 'http://localhost');
	expect(url.pathname).toBe(`/private-media/${publicId}/${name}`);
	return Object.fromEntries(url.searchParams) as { ends: string; signature: string };
}

test('is for one file', () => {
	const given = permission();
	expect(addresses.isValid('abc', 'main.webp', given)).toBe(true);
	expect(addresses.isValid('abd', 'main.webp', given)).toBe(false);
	expect(addresses.isValid('abc', 'large.webp', given)).toBe(false);
});

test('works until its time is over', () => {
	const given = permission();
	clock.advance(limits.signedUrlTtl - 1);
	expect(addresses.isValid('abc', 'main.webp', given)).toBe(true);
	clock.advance(1);
	expect(addresses.isValid('abc', 'main.webp', given)).toBe(false);
});

test('is nothing with another time or another signature', () => {
	const { ends, signature } = permission();
	const others = [
		{ ends: String(Number(ends) + 1), signature },
		{ ends, signature: signature.replace(/^./, (letter) => (letter === 'A' ? 'B' : 'A')) },
		{ ends, signature: signature.slice(1) },
		{ ends, signature: '' },
		{ ends },
		{ signature },
		{ ends: [ends], signature },
		{ ends, signature: [signature] },
		{},
	];
	for (const given of others) expect(addresses.isValid('abc', 'main.webp', given)).toBe(false);
	const elsewhere = createSignedUrls({ secret: 'another', clock });
	expect(elsewhere.isValid('abc', 'main.webp', { ends, signature })).toBe(false);
});
