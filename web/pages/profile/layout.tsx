import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Phone } from 'lucide-react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import type { Profile } from '../../../contract/accounts/accounts.ts';
import { contactLinkPath, profilePath, sellerReviewsPath, sellerShopPath } from '../../../contract/core/page-paths.ts';
import { feedPaths } from '../../../contract/syndication/syndication.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as contactText from '../../../text/shared/contact.ts';
import * as shopText from '../../../text/shared/shop.ts';
import * as syndicationText from '../../../text/shared/syndication.ts';
import * as followsText from '../../../text/web/follows.ts';
import * as itemActionsText from '../../../text/web/item-actions.ts';
import * as profileText from '../../../text/web/profile.ts';
import * as reviewsText from '../../../text/web/reviews.ts';
import { ProfileHeader } from '../../accounts/profile-header.tsx';
import { profileQuery } from '../../accounts/queries.ts';
import { useSession } from '../../accounts/session.ts';
import { useCaution } from '../../contacts/use-caution.tsx';
import { shopCountsQuery, shopFrontQuery } from '../../feed/shop-queries.ts';
import { FollowButton } from '../../follows/follow-button.tsx';
import { useFollowerCount } from '../../follows/follows.ts';
import { MoreMenuButton } from '../../moderation/more-menu-button.tsx';
import { feedLinks } from '../../platform/alternate-links.ts';
import { useApi } from '../../platform/api.ts';
import { brandRouterContext } from '../../platform/brand.ts';
import { type LoaderResult, type LoadFunction, loadPage } from '../../platform/loader.ts';
import { ShareButton } from '../../sharing/share-button.tsx';
import { WhatsAppLogo } from '../../sharing/social-logos.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { getTabClasses } from '../../ui/tab-classes.ts';
import type { Route } from './+types/layout.ts';
import { profileMeta } from './profile-meta.ts';
import { ShopCover } from './shop-cover.tsx';

const load: LoadFunction<Route.LoaderArgs['params'], Profile> = async ({ api, queryClient, params }) => {
	const [profile] = await Promise.all([
		queryClient.fetchQuery(profileQuery(api, params.user_name)),
		queryClient.prefetchQuery(shopCountsQuery(api, params.user_name)),
	]);
	return profile;
};

export async function loader(args: Route.LoaderArgs): Promise<LoaderResult<Profile>> {
	const loaded = await loadPage(args, async (context) => {
		const { api, queryClient, params } = context;
		const [profile] = await Promise.all([
			load(context),
			queryClient.prefetchQuery(shopFrontQuery(api, params.user_name)),
		]);
		return profile;
	});
	const { user_name, display_name } = loaded.page;
	const title = syndicationText.sellerFeedTitle(display_name || user_name, args.context.get(brandRouterContext).name);
	return { ...loaded, links: feedLinks(new URL(args.request.url).origin, feedPaths.seller(user_name), title) };
}

export function clientLoader(args: Route.ClientLoaderArgs): Promise<LoaderResult<Profile>> {
	return loadPage(args, load);
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	return profileMeta(matches, loaderData);
}

export default function ProfileLayout({ params }: Route.ComponentProps) {
	return <ProfileView userName={params.user_name} />;
}

function ProfileView({ userName }: { userName: string }) {
	const { data: profile } = useSuspenseQuery(profileQuery(useApi(), userName));
	const path = profilePath(profile.user_name);
	return (
		<>
			<Header key={profile.id} profile={profile} />
			<nav
				aria-label={profileText.title}
				className="mt-2 mb-3 flex gap-1 overflow-x-auto overflow-y-hidden border-line border-b"
			>
				<ShopTab path={path} shopPath={sellerShopPath(profile.user_name)} />
				<Tab to={`${path}/videos`}>{commonText.videos}</Tab>
				<Tab to={sellerReviewsPath(profile.user_name)}>{reviewsText.tab}</Tab>
			</nav>
			<Outlet />
		</>
	);
}

function Header({ profile }: { profile: Profile }) {
	const { id, user_name, has_whatsapp, has_call_number } = profile;
	const name = profile.display_name || user_name;
	const { data: counts } = useQuery(shopCountsQuery(useApi(), user_name));
	const followers = useFollowerCount(user_name, profile.followers);
	const own = useSession()?.id === id;
	const [chat, call] = [contactLinkPath(user_name, 'whatsapp'), contactLinkPath(user_name, 'call')];
	const { guard, dialog } = useCaution(profile.caution);
	return (
		<ProfileHeader
			profile={profile}
			counts={counts}
			followers={followsText.followers(followers)}
			cover={<ShopCover userName={user_name} name={name} />}
			coverActions={
				<>
					<ShareButton title={name} path={profilePath(user_name)} what="profile" variant="over" />
					{!own && (
						<MoreMenuButton
							label={itemActionsText.moreAbout(name)}
							variant="over"
							reported={{ kind: 'account', id, what: 'account' }}
						/>
					)}
				</>
			}
			actions={
				<>
					{has_whatsapp && (
						<a
							href={chat}
							target="_blank"
							rel="noopener nofollow ugc"
							onClick={guard(chat, () => {})}
							className="inline-flex min-h-11 flex-1 items-center justify-center gap-2 whitespace-nowrap rounded-control bg-leaf px-2 font-semibold text-on-leaf transition-colors hover:bg-leaf-strong sm:px-4"
						>
							<WhatsAppLogo className="size-5" />
							<span>
								<RichText
									text={shopText.chatOnWhatsapp}
									tags={{ wide: (words) => <span className="max-xl:sr-only">{words}</span> }}
								/>
								<span className="sr-only">{commonText.opensInNewTab}</span>
							</span>
						</a>
					)}
					<FollowButton
						userName={user_name}
						name={name}
						followers={followers}
						variant={has_whatsapp ? 'quiet' : 'primary'}
						className="max-[22rem]:px-2 max-[22rem]:[&>svg]:hidden"
					/>
					{has_call_number && (
						<a
							href={call}
							rel="nofollow ugc"
							onClick={guard(call, () => {})}
							aria-label={contactText.callSeller}
							title={contactText.callSeller}
							className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-control bg-sunken transition-colors hover:bg-line"
						>
							<Phone aria-hidden className="size-5" />
						</a>
					)}
					{dialog}
				</>
			}
		/>
	);
}

/** Tab of the shop's front page, which is also current on the page with all that is for sale. */
function ShopTab({ path, shopPath }: { path: string; shopPath: string }) {
	const here = useLocation().pathname.replace(/\/$/, '').toLowerCase();
	const current = here === path.toLowerCase() ? 'page' : here === shopPath.toLowerCase();
	return (
		<Link to={path} preventScrollReset aria-current={current || undefined} className={getTabClasses(current !== false)}>
			{shopText.tab}
		</Link>
	);
}

function Tab({ to, children }: { to: string; children: string }) {
	return (
		<NavLink to={to} end preventScrollReset className={({ isActive }) => getTabClasses(isActive)}>
			{children}
		</NavLink>
	);
}
