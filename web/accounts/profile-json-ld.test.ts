import { expect, test } from 'vitest';
import { makeProfile } from '../testing/profiles.ts';
import { buildProfileJsonLd, formatMonth } from './profile-json-ld.ts';

const seller = makeProfile({
	user_name: 'nnamdi',
	display_name: 'Nnamdi Shoes',
	created_at: '2026-03-01T10:00:00.000Z',
});

test('describes the seller and omits empty fields', () => {
	expect(buildProfileJsonLd(seller, 'https://kasuwa.example')).toEqual({
		'@context': 'https://schema.org',
		'@type': 'ProfilePage',
		dateCreated: '2026-03-01T10:00:00.000Z',
		mainEntity: {
			'@type': 'Person',
			name: 'Nnamdi Shoes',
			alternateName: 'nnamdi',
			url: 'https://kasuwa.example/profile/user/nnamdi',
		},
	});
});

test('describes a seller with reviews as an organization with its rating', () => {
	const profile = { ...seller, display_name: '', rating: { average: 4.6, count: 12 } };
	expect(buildProfileJsonLd(profile, 'https://kasuwa.example').mainEntity).toMatchObject({
		'@type': 'Organization',
		name: 'nnamdi',
		aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.6, reviewCount: 12, bestRating: 5, worstRating: 1 },
	});
});

test('formats the month in UTC, whatever the time zone', () => {
	expect(formatMonth('2026-03-01T00:00:00.000Z')).toBe('March 2026');
	expect(formatMonth('2026-02-28T23:59:59.999Z')).toBe('February 2026');
});
