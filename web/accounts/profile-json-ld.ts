import type { Profile } from '../../contract/accounts.ts';
import { profilePath } from '../../contract/page-paths.ts';

/** What search engines read of a profile (schema.org ProfilePage). `origin` is the site's. */
export function buildProfileJsonLd(profile: Profile, origin: string) {
	return {
		'@context': 'https://schema.org',
		'@type': 'ProfilePage',
		dateCreated: profile.created_at,
		mainEntity: {
			'@type': 'Person',
			name: profile.display_name || profile.user_name,
			alternateName: profile.user_name,
			url: new URL(profilePath(profile.user_name), origin).href,
			...(profile.bio !== '' && { description: profile.bio }),
			...(profile.user_image !== null && { image: new URL(profile.user_image, origin).href }),
			...(profile.place !== null && { address: profile.place }),
		},
	};
}

const monthFormat = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Month and year of a time, the same on every device: 'March 2026'. */
export function formatMonth(time: string): string {
	return monthFormat.format(new Date(time));
}
