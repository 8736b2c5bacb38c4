import type { Profile } from '../../contract/accounts/accounts.ts';
import { profilePath } from '../../contract/core/page-paths.ts';
import { buildAggregateRating } from '../platform/aggregate-rating.ts';

/** Builds schema.org ProfilePage data. `origin` is the site's origin. */
export function buildProfileJsonLd(profile: Profile, origin: string) {
	return {
		'@context': 'https://schema.org',
		'@type': 'ProfilePage',
		dateCreated: profile.created_at,
		mainEntity: {
			// schema.org has ratings of organizations, not of persons.
			'@type': profile.rating ? 'Organization' : 'Person',
			name: profile.display_name || profile.user_name,
			alternateName: profile.user_name,
			url: new URL(profilePath(profile.user_name), origin).href,
			...(profile.bio !== '' && { description: profile.bio }),
			...(profile.user_image !== null && { image: new URL(profile.user_image, origin).href }),
			...(profile.place !== null && { address: profile.place }),
			...(profile.rating && { aggregateRating: buildAggregateRating(profile.rating) }),
		},
	};
}

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats an ISO time as month and year in UTC, the same on every device: 'March 2026'. */
export function formatMonth(time: string): string {
	return monthFormat.format(new Date(time));
}
