import { beforeEach, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { type FakeClock, fakeClock } from '../platform/testing/clock.ts';
import { createSignedAddresses, type SignedAddresses } from './signed-addresses.ts';

let clock: FakeClock;
let addresses: SignedAddresses;

beforeEach(() => {
	clock = fakeClock();
	addresses = createSignedAddresses({ secret: 'secret', clock });
});

/** What an address of a file says beside the file. */
function permission(publicId = 'abc', name = 'main.webp') {
	const url = new URL(addresses.of(publicId, name), 'http://localhost');
	expect(url.pathname).toBe(`/private-media/${publicId}/${name}`);
	return Object.fromEntries(url.searchParams) as { ends: string; signature: string };
}

test('is for one file', () => {
	const given = permission();
	expect(addresses.allows('abc', 'main.webp', given)).toBe(true);
	expect(addresses.allows('abd', 'main.webp', given)).toBe(false);
	expect(addresses.allows('abc', 'large.webp', given)).toBe(false);
});

test('works until its time is over', () => {
	const given = permission();
	clock.advance(limits.signedAddressLife - 1);
	expect(addresses.allows('abc', 'main.webp', given)).toBe(true);
	clock.advance(1);
	expect(addresses.allows('abc', 'main.webp', given)).toBe(false);
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
	for (const given of others) expect(addresses.allows('abc', 'main.webp', given)).toBe(false);
	const elsewhere = createSignedAddresses({ secret: 'another', clock });
	expect(elsewhere.allows('abc', 'main.webp', { ends, signature })).toBe(false);
});
