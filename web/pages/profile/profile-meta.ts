import type { MetaDescriptor } from 'react-router';
import type { Profile } from '../../../contract/accounts/accounts.ts';
import { profilePath, sharePicturePaths } from '../../../contract/core/page-paths.ts';
import * as profileText from '../../../text/web/profile.ts';
import { buildProfileJsonLd } from '../../accounts/profile-json-ld.ts';
import type { ItemListJsonLd } from '../../platform/item-list-json-ld.ts';
import type { LoaderResult } from '../../platform/loader.ts';
import { getBrand, getOrigin, pageMeta } from '../../platform/page-meta.ts';

interface ProfileMetaOptions {
	/** End of the page's path. */
	tab?: string;
	title?: typeof profileText.pageTitle;
	/** If true, excludes the page from search engines. */
	hidden?: boolean;
	/** The ads on the page, for search engines. */
	list?: ItemListJsonLd | undefined;
}

/** Returns the meta tags of a profile's pages. `loaderData` is that of the profile's layout. */
export function profileMeta(
	matches: Parameters<typeof pageMeta>[0],
	loaderData: LoaderResult<Profile> | undefined,
	{ tab = '', title = profileText.pageTitle, hidden = false, list }: ProfileMetaOptions = {},
): MetaDescriptor[] {
	const market = getBrand(matches).name;
	if (!loaderData) return [{ title: market }];
	const profile = loaderData.page;
	const name = profile.display_name || profile.user_name;
	const summary = profile.place
		? profileText.summaryWithPlace(name, profile.place, market)
		: profileText.summary(name, market);
	return [
		...pageMeta(matches, {
			title: title(name, profile.user_name),
			description: profile.bio.replace(/\s+/g, ' ').slice(0, 200) || summary,
			path: `${profilePath(profile.user_name)}${tab}`,
			picture: sharePicturePaths.person(profile.user_name),
			type: 'profile',
			hidden,
		}),
		{ 'script:ld+json': buildProfileJsonLd(profile, getOrigin(matches)) },
		...(list ? [{ 'script:ld+json': list }] : []),
		...(loaderData.links ?? []),
	];
}
