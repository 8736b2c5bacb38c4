import { beforeEach, expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import { createFakeClock, type FakeClock } from '../testing/clock.ts';
import { createMediaUrlSigner, type MediaUrlSigner } from './signed-urls.ts';

let clock: FakeClock;
let signedUrls: MediaUrlSigner;

beforeEach(() => {
	clock = createFakeClock();
	signedUrls = createMediaUrlSigner({ secret: 'secret', clock });
});

/** Creates a signed URL and returns its query parameters. */
function signFile(publicId = 'abc', name = 'main.webp') {
	const url = new URL(signedUrls.create(publicId, name), 'http://localhost');
	expect(url.pathname).toBe(`/private-media/${publicId}/${name}`);
	return Object.fromEntries(url.searchParams) as { ends: string; signature: string };
}

test('a signed URL is valid for one file', () => {
	const given = signFile();
	expect(signedUrls.isValid('abc', 'main.webp', given)).toBe(true);
	expect(signedUrls.isValid('abd', 'main.webp', given)).toBe(false);
	expect(signedUrls.isValid('abc', 'large.webp', given)).toBe(false);
});

test('a signed URL is valid until it expires', () => {
	const given = signFile();
	clock.advance(limits.signedUrlTtl - 1);
	expect(signedUrls.isValid('abc', 'main.webp', given)).toBe(true);
	clock.advance(1);
	expect(signedUrls.isValid('abc', 'main.webp', given)).toBe(false);
});

test('a signed URL is invalid with another expiry or signature', () => {
	const { ends, signature } = signFile();
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
	for (const given of others) expect(signedUrls.isValid('abc', 'main.webp', given)).toBe(false);
	const elsewhere = createMediaUrlSigner({ secret: 'another', clock });
	expect(elsewhere.isValid('abc', 'main.webp', { ends, signature })).toBe(false);
});
