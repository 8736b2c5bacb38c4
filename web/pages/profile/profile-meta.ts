import type { MetaDescriptor } from 'react-router';
import type { Profile } from '../../../contract/accounts.ts';
import { brand } from '../../../contract/brand.ts';
import { profilePath, sharePicturePaths } from '../../../contract/page-paths.ts';
import { feedPaths } from '../../../contract/syndication.ts';
import * as profileText from '../../../contract/text/profile.ts';
import * as syndicationText from '../../../contract/text/syndication.ts';
import { buildProfileJsonLd } from '../../accounts/profile-json-ld.ts';
import { feedLinks } from '../../platform/alternate-links.ts';
import { getOrigin, pageMeta } from '../../platform/page-meta.ts';

/** Returns the meta tags of a profile's pages. `tab` is the end of the page's path; `hidden` excludes the page from search engines. */
export function profileMeta(
	matches: Parameters<typeof pageMeta>[0],
	profile: Profile | undefined,
	{ tab = '', title = profileText.pageTitle, hidden = false } = {},
): MetaDescriptor[] {
	if (!profile) return [{ title: brand.name }];
	const name = profile.display_name || profile.user_name;
	const summary = profile.place ? profileText.summaryWithPlace(name, profile.place) : profileText.summary(name);
	return [
		...pageMeta(matches, {
			title: title(name, profile.user_name),
			description: profile.bio.replace(/\s+/g, ' ').slice(0, 200) || summary,
			path: `${profilePath(profile.user_name)}${tab}`,
			picture: sharePicturePaths.person(profile.user_name),
			hidden,
		}),
		{ property: 'og:type', content: 'profile' },
		{ 'script:ld+json': buildProfileJsonLd(profile, getOrigin(matches)) },
		...(import.meta.env.SSR
			? feedLinks(
					getOrigin(matches),
					feedPaths.seller(profile.user_name),
					syndicationText.sellerFeedTitle(name, brand.name),
				)
			: []),
	];
}
