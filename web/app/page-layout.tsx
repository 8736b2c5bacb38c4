import {
	Bookmark,
	Clapperboard,
	GraduationCap,
	House,
	LogIn,
	type LucideIcon,
	Plus,
	Search,
	ShieldCheck,
	Sparkles,
	UserRound,
} from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { Link, NavLink, useLocation, useMatches } from 'react-router';
import * as commonText from '../../text/shared/common.ts';
import * as layoutText from '../../text/shared/layout.ts';
import * as pageTitlesText from '../../text/web/page-titles.ts';
import { useSession } from '../accounts/session.ts';
import { Logo, LogoMark } from '../appearance/logo.tsx';
import { useIsWideScreen } from '../appearance/wide-screen.ts';
import { cataloguePath } from '../courses/paths.ts';
import { CategoryCount, categoryPath } from '../feed/categories.tsx';
import { useBrowsingCategories } from '../feed/categories-query.ts';
import { MarketSearch, searchPagePath } from '../feed/market-search.tsx';
import { CurrentSiteNotice } from '../operations/current-site-notice.tsx';
import { useActor } from '../platform/actor.ts';
import { useBrand } from '../platform/brand.ts';
import { classes } from '../ui/classes.ts';
import { lazyPart, useLazyComponent } from '../ui/use-lazy-component.ts';
import { AccountButton } from './account-button.tsx';
import { NavigationSpinner } from './navigation-spinner.tsx';

/** Options that a page passes to the layout in its route `handle`. */
export interface LayoutHandle {
	/** Content of the right rail instead of the categories. Null removes the rail and widens the page. */
	Rail?: ComponentType | null;
	/** True for a page as high as the screen, without top bar and padding. */
	isFullScreen?: boolean;
}

const Bell = lazyPart(async () => (await import('../notifications/notification-bell.tsx')).NotificationBell);
const loadSuggestedSellers = async () => (await import('../feed/suggested-sellers.tsx')).SuggestedSellers;
const loadRailCourses = async () => (await import('../courses/rail-courses.tsx')).RailCourses;

/** Bars and rails around the content of every page of the market. */
export function PageLayout({ children }: { children: ReactNode }) {
	const { Rail, isFullScreen } = useLayoutOptions();
	const isWide = useIsWideScreen();
	return (
		<>
			<a
				href="#main"
				className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-leaf px-4 py-3 font-semibold text-on-leaf focus:translate-y-0"
			>
				{layoutText.skipToContent}
			</a>
			<div
				className={
					isFullScreen
						? 'flex h-dvh min-h-88 flex-col pb-[calc(4rem+1px+env(safe-area-inset-bottom))] sideways:min-h-0 wide:contents'
						: 'contents'
				}
			>
				<CurrentSiteNotice />
				{!isFullScreen && <TopBar />}
				{/* The columns are fixed before the rails load, so that the content does not shift. Large text leaves room for the content. */}
				<div
					className={classes(
						'mx-auto flex max-w-[90rem] wide:grid wide:px-4 print:block',
						isFullScreen && 'min-h-0 w-full grow',
						Rail
							? 'wide:grid-cols-[min(14rem,22vw)_minmax(0,1fr)_min(16rem,25vw)]'
							: 'wide:grid-cols-[min(14rem,22vw)_minmax(0,1fr)]',
					)}
				>
					<LeftRail />
					<main
						id="main"
						className={classes(
							'relative min-w-0 flex-1',
							!isFullScreen && 'px-4 pt-4 pb-28 wide:px-6 wide:pt-8 wide:pb-12 print:p-0',
						)}
					>
						{children}
						<NavigationSpinner />
					</main>
					{Rail && (
						<aside className="sticky top-0 hidden h-dvh flex-col overflow-y-auto py-8 wide:flex print:hidden">
							{/* The rail's content loads only on wide screens, because phones do not show the rail. */}
							{isWide && <Rail />}
						</aside>
					)}
				</div>
			</div>
			<BottomBar />
		</>
	);
}

function useLayoutOptions(): Required<LayoutHandle> {
	const handles = useMatches().map((match) => match.handle as LayoutHandle | undefined);
	const handle = handles.findLast((handle) => handle?.Rail !== undefined);
	return {
		Rail: handle?.Rail === undefined ? CategoryRail : handle.Rail,
		isFullScreen: handle?.isFullScreen === true,
	};
}

function CategoryRail() {
	const { pathname, search } = useLocation();
	const SuggestedSellers = useLazyComponent(loadSuggestedSellers, true);
	const RailCourses = useLazyComponent(loadRailCourses, true);
	const chosen = pathname === '/' ? new URLSearchParams(search).get('category') : undefined;
	return (
		<>
			{/* Categories and sellers both stay in view, and the categories do not move when the sellers load. */}
			<nav aria-label={layoutText.categories} className="min-h-48 flex-1 overflow-y-auto">
				<h2 className="mb-2 px-3 text-16">{layoutText.categories}</h2>
				<ul>
					<CategoryRailLink to="/" label={layoutText.everything} current={chosen === null} />
					{useBrowsingCategories()?.map(({ category, ads }) => (
						<CategoryRailLink
							key={category}
							to={categoryPath(category)}
							label={category}
							current={category === chosen}
							ads={ads}
						/>
					))}
				</ul>
			</nav>
			{/* The sellers wait for the courses below them, which would move them. */}
			{SuggestedSellers && RailCourses && <SuggestedSellers />}
			{RailCourses && <RailCourses />}
		</>
	);
}

interface CategoryRailLinkProps {
	to: string;
	label: string;
	current: boolean;
	/** Number of ads that the link shows. */
	ads?: number | undefined;
}

function CategoryRailLink({ to, label, current, ads }: CategoryRailLinkProps) {
	return (
		<li>
			<Link
				to={to}
				discover="none"
				aria-current={current ? 'page' : undefined}
				className={current ? 'rail-link rail-link-current' : 'rail-link'}
			>
				<span>{label}</span>
				<CategoryCount ads={ads} />
			</Link>
		</li>
	);
}

interface NavItem {
	to: string;
	label: string;
	Icon: LucideIcon;
	/** If true, the navigation item is current only at exactly the path `to`. */
	exact?: boolean;
	/** Other paths at which the navigation item is current. */
	aliases?: readonly string[];
}

function useMatchesAlias(aliases: readonly string[] = []): boolean {
	const { pathname } = useLocation();
	return aliases.some((path) => path.toLowerCase() === pathname.toLowerCase());
}

const navItems = {
	home: { to: '/', label: layoutText.home, Icon: House, exact: true },
	videos: { to: '/videos', label: commonText.videos, Icon: Clapperboard },
	saved: { to: '/wishlist', label: commonText.saved, Icon: Bookmark, aliases: ['/tweetBookmark', '/talkBookmark'] },
	post: { to: '/dashboard/market', label: commonText.post, Icon: Plus },
	forYou: { to: '/for-you', label: pageTitlesText.forYou, Icon: Sparkles },
	me: { to: '/dashboard', label: layoutText.me, Icon: UserRound, exact: true },
	logIn: { to: '/Login', label: commonText.logIn, Icon: LogIn },
} satisfies Record<string, NavItem>;

/**
 * Top bar of small screens. Nothing in it moves when the session is known: only the search field gets narrower. Sizes without text are in
 * pixels, so that large text leaves room for the field.
 */
function TopBar() {
	const { name } = useBrand();
	const session = useSession();
	const actor = useActor();
	const showsBell = !useIsWideScreen() && actor !== null;
	const isSearchPage = useMatchesAlias([searchPagePath]);
	return (
		<header className="sticky top-0 z-30 flex h-15 items-center gap-[8px] bg-page/95 px-4 backdrop-blur-sm wide:hidden print:hidden">
			<Link
				to="/"
				aria-label={layoutText.homeLink(name)}
				className="-ml-[6px] inline-flex size-[44px] shrink-0 items-center justify-center rounded-control"
			>
				<LogoMark className="size-[32px]" />
			</Link>
			<div className="min-w-0 grow">{!isSearchPage && <MarketSearch />}</div>
			{session && <div className="size-[44px] shrink-0">{showsBell && <Bell session={session} />}</div>}
			<div className="-mr-[6px] size-[44px] shrink-0">
				<AccountButton />
			</div>
		</header>
	);
}

const barItemClasses =
	'flex min-h-16 min-w-0 flex-col items-center gap-0.5 pt-1.75 text-[min(0.75rem,4.5vw)] leading-4';

/** Bottom navigation of small screens. Its items have fixed sizes, because a slow connection paints it before all have loaded. */
function BottomBar() {
	return (
		<nav
			aria-label={layoutText.places}
			className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 grid-rows-[minmax(4rem,auto)] border-line border-t bg-card pb-[env(safe-area-inset-bottom)] wide:hidden print:hidden"
		>
			<BarLink {...navItems.home} />
			<BarLink {...navItems.videos} />
			<BarLink {...navItems.post} iconClass="w-12 max-w-11/12 justify-center rounded-full bg-ink text-page" />
			<BarLink {...navItems.forYou} />
			<BarLink {...navItems.me} />
		</nav>
	);
}

function BarLink({ to, label, Icon, exact = false, aliases, iconClass }: NavItem & { iconClass?: string }) {
	const isAlias = useMatchesAlias(aliases);
	return (
		<NavLink
			to={to}
			end={exact}
			className={({ isActive }) =>
				classes(barItemClasses, isActive || isAlias ? 'font-semibold text-leaf' : 'text-quiet')
			}
		>
			<span className={classes('inline-flex h-8 items-center', iconClass)}>
				<Icon aria-hidden className="size-6" />
			</span>
			{label}
		</NavLink>
	);
}

const railItemClasses = 'flex min-h-12 w-full items-center gap-3.5 rounded-control px-3.5 text-left font-medium';

function LeftRail() {
	const { name } = useBrand();
	const session = useSession();
	const actor = useActor();
	const showsBell = useIsWideScreen() && actor !== null;
	const isAdmin = session?.role === 'admin';
	return (
		<header className="sticky top-0 hidden h-dvh flex-col gap-1 overflow-y-auto py-6 wide:flex print:hidden">
			<Link
				to="/"
				aria-label={layoutText.homeLink(name)}
				className="mb-4 inline-flex min-h-11 items-center rounded-control px-3"
			>
				<Logo />
			</Link>
			{/* Navigation items that only some users have come last, so that the other items do not move. */}
			<nav aria-label={layoutText.places} className="flex grow flex-col gap-1 pb-3">
				<Link
					to={navItems.post.to}
					className="mb-3 flex min-h-12 items-center justify-center gap-2 rounded-control bg-leaf font-semibold text-on-leaf transition-colors hover:bg-leaf-strong"
				>
					<Plus aria-hidden className="size-5" />
					{commonText.post}
				</Link>
				<RailLink {...navItems.home} />
				<RailSearch />
				<RailLink {...navItems.videos} />
				<RailLink {...navItems.forYou} />
				<RailLink to={cataloguePath} label={commonText.courses} Icon={GraduationCap} />
				<RailLink {...navItems.saved} />
				<RailLink {...(session ? navItems.me : navItems.logIn)} />
				{session && (
					<div className="min-h-12">{showsBell && <Bell session={session} railClass={railItemClasses} />}</div>
				)}
				{isAdmin && <RailLink to="/dashboard/admin" label={commonText.administration} Icon={ShieldCheck} />}
			</nav>
			<AccountButton railClass={classes(railItemClasses, 'shrink-0 hover:bg-sunken')} />
		</header>
	);
}

function RailLink({ to, label, Icon, exact = false, aliases }: NavItem) {
	const isAlias = useMatchesAlias(aliases);
	return (
		<NavLink
			to={to}
			end={exact}
			className={({ isActive }) =>
				classes(railItemClasses, isActive || isAlias ? 'bg-leaf-soft font-semibold text-leaf' : 'hover:bg-sunken')
			}
		>
			<Icon aria-hidden className="size-5.5" />
			{label}
		</NavLink>
	);
}

function RailSearch() {
	const link = <RailLink to={searchPagePath} label={commonText.search} Icon={Search} />;
	return useMatchesAlias([searchPagePath]) ? link : <MarketSearch />;
}
