import { expect, test } from 'vitest';
import { formatPlace } from './place.ts';

const ikeja = { state: 'Lagos', lga: 'Ikeja' } as const;

test.each([
	[{ place: null, location: null }, null],
	[{ place: 'Yaba, Lagos', location: null }, 'Yaba, Lagos'],
	[{ place: null, location: ikeja }, 'Ikeja, Lagos'],
	[{ place: null, location: { state: 'Kano', lga: null } }, 'Kano'],
	[{ place: 'Computer Village', location: ikeja }, 'Computer Village, Ikeja, Lagos'],
	[{ place: 'Allen, ikeja, Lagos', location: ikeja }, 'Allen, ikeja, Lagos'],
	[{ place: 'Lagos Road', location: { state: 'Kano', lga: 'Kano Municipal' } }, 'Lagos Road, Kano Municipal, Kano'],
	[{ place: 'Abak Road', location: { state: 'Abia', lga: 'Aba North' } }, 'Abak Road, Aba North, Abia'],
] as const)('formats %j', (ad, expected) => {
	expect(formatPlace(ad)).toBe(expected);
});
