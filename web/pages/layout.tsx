import {
	Bookmark,
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
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Link, NavLink, Outlet, useLocation, useMatches } from 'react-router';
import { brand } from '../../contract/brand.ts';
import { type Category, categories } from '../../contract/categories.ts';
import { limits } from '../../contract/limits.ts';
import * as commonText from '../../contract/text/common.ts';
import * as layoutText from '../../contract/text/layout.ts';
import * as pageTitlesText from '../../contract/text/page-titles.ts';
import { useSession } from '../accounts/session.ts';
import { Logo } from '../appearance/logo.tsx';
import { useIsWideScreen } from '../appearance/wide-screen.ts';
import { cataloguePath } from '../courses/paths.ts';
import { useActor } from '../platform/actor.ts';
import { classes } from '../ui/classes.ts';
import type { Route } from './+types/layout.ts';
import { AccountButton } from './account-button.tsx';
import { CategoryCount, categoryPath } from './categories.tsx';
import { CurrentSiteNotice } from './current-site-notice.tsx';
import { ErrorPage, errorMeta } from './error-page.tsx';

/** Options that a page passes to the layout in its route `handle`. */
export interface LayoutHandle {
	/** Content of the right rail instead of the categories. Null removes the rail and widens the page. */
	Rail?: ComponentType | null;
}

const Bell = lazy(async () => ({ default: (await import('./notification-bell.tsx')).NotificationBell }));
const SuggestedSellers = lazy(async () => ({
	default: (await import('./suggested-sellers.tsx')).SuggestedSellers,
}));
const RailCourses = lazy(async () => ({ default: (await import('./rail-courses.tsx')).RailCourses }));

export function meta({ error }: Route.MetaArgs): Route.MetaDescriptors {
	return error ? errorMeta(error) : [{ title: brand.name }];
}

export default function MainLayout() {
	return (
		<PageLayout>
			<Outlet />
		</PageLayout>
	);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return (
		<PageLayout>
			<ErrorPage error={error} />
		</PageLayout>
	);
}

export function PageLayout({ children }: { children: ReactNode }) {
	const Rail = useRail();
	const fullScreen = useIsWideScreen();
	return (
		<>
			<a
				href="#main"
				className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-leaf px-4 py-3 font-semibold text-on-leaf focus:translate-y-0"
			>
				{layoutText.skipToContent}
			</a>
			<CurrentSiteNotice />
			<TopBar />
			{/* The columns are fixed before the rails load, so that the content does not shift. */}
			<div
				className={classes(
					'mx-auto flex max-w-[90rem] wide:grid wide:px-4 print:block',
					Rail ? 'wide:grid-cols-[14rem_minmax(0,1fr)_16rem]' : 'wide:grid-cols-[14rem_minmax(0,1fr)]',
				)}
			>
				<LeftRail />
				<main id="main" className="min-w-0 flex-1 px-4 pt-4 pb-28 wide:px-6 wide:pt-8 wide:pb-12 print:p-0">
					{children}
				</main>
				{Rail && (
					<aside className="sticky top-0 hidden h-dvh w-64 shrink-0 flex-col py-8 wide:flex print:hidden">
						{/* The rail's content loads only on wide screens, because phones do not show the rail. */}
						{fullScreen && <Rail />}
					</aside>
				)}
			</div>
			<BottomBar />
		</>
	);
}

function useRail(): ComponentType | null {
	const handles = useMatches().map((match) => match.handle as LayoutHandle | undefined);
	const handle = handles.findLast((handle) => handle?.Rail !== undefined);
	return handle?.Rail === undefined ? CategoryRail : handle.Rail;
}

function CategoryRail() {
	const { pathname, search } = useLocation();
	const chosen = pathname === '/' ? new URLSearchParams(search).get('category') : undefined;
	return (
		<>
			{/* Categories and sellers both stay in view, and the categories do not move when the sellers load. */}
			<nav aria-label={layoutText.categories} className="min-h-0 flex-1 overflow-y-auto">
				<h2 className="mb-2 px-3 text-16">{layoutText.categories}</h2>
				<ul>
					<CategoryRailLink to="/" label={layoutText.everything} current={chosen === null} />
					{categories.map((category) => (
						<CategoryRailLink
							key={category}
							to={categoryPath(category)}
							label={category}
							current={category === chosen}
							category={category}
						/>
					))}
				</ul>
			</nav>
			<Suspense>
				<SuggestedSellers />
			</Suspense>
			<Suspense>
				<RailCourses />
			</Suspense>
		</>
	);
}

interface CategoryRailLinkProps {
	to: string;
	label: string;
	current: boolean;
	/** Category whose number of ads the link shows; undefined for the link to all ads. */
	category?: Category;
}

function CategoryRailLink({ to, label, current, category }: CategoryRailLinkProps) {
	return (
		<li>
			<Link
				to={to}
				aria-current={current ? 'page' : undefined}
				className={classes(
					'flex min-h-11 items-center rounded-control px-3 text-14',
					current ? 'bg-leaf-soft font-semibold text-leaf' : 'text-quiet hover:bg-sunken hover:text-ink',
				)}
			>
				<span className="min-w-0 flex-1">{label}</span>
				{category && <CategoryCount category={category} className="text-right" />}
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

function useNavItems(): [home: NavItem, forYou: NavItem, post: NavItem, saved: NavItem, me: NavItem] {
	const session = useSession();
	return [
		{ to: '/', label: layoutText.home, Icon: House, exact: true },
		{ to: '/for-you', label: pageTitlesText.forYou, Icon: Sparkles },
		{ to: '/dashboard/market', label: commonText.post, Icon: Plus },
		{ to: '/wishlist', label: commonText.saved, Icon: Bookmark, aliases: ['/tweetBookmark', '/talkBookmark'] },
		session
			? { to: '/dashboard', label: layoutText.me, Icon: UserRound, exact: true }
			: { to: '/Login', label: commonText.logIn, Icon: LogIn },
	];
}

function TopBar() {
	const session = useSession();
	const actor = useActor();
	const fullScreen = useIsWideScreen();
	return (
		<header className="sticky top-0 z-30 flex h-15 items-center justify-between bg-page/95 px-4 backdrop-blur-sm wide:hidden print:hidden">
			<Link to="/" aria-label={layoutText.homeLink} className="inline-flex min-h-11 items-center rounded-control">
				<Logo nameClass="max-[22rem]:hidden" />
			</Link>
			{/* Each icon of the top bar has a reserved place, and the bell comes first, so that nothing shifts. */}
			<div className={classes('grid grid-cols-[repeat(3,2.75rem)] gap-1', session && 'grid-cols-[repeat(4,2.75rem)]')}>
				{session && (
					<div className="size-11">
						{!fullScreen && actor && (
							<Suspense>
								<Bell session={session} />
							</Suspense>
						)}
					</div>
				)}
				<Link
					to={cataloguePath}
					aria-label={commonText.courses}
					title={commonText.courses}
					className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
				>
					<GraduationCap aria-hidden className="size-5.5" />
				</Link>
				<Link
					to="/search"
					aria-label={commonText.search}
					title={commonText.search}
					className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
				>
					<Search aria-hidden className="size-5.5" />
				</Link>
				<div className="size-11">
					<AccountButton />
				</div>
			</div>
		</header>
	);
}

const barItemClasses = 'flex min-h-16 min-w-0 flex-col items-center gap-0.5 pt-1.75 text-12';

/** Bottom navigation of small screens. Its items have fixed sizes, because a slow connection paints it before all have loaded. */
function BottomBar() {
	const [home, forYou, post, saved, me] = useNavItems();
	return (
		<nav
			aria-label={layoutText.places}
			className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-5 grid-rows-[minmax(4rem,auto)] border-line border-t bg-card pb-[env(safe-area-inset-bottom)] wide:hidden print:hidden"
		>
			<BarLink {...home} />
			<BarLink {...forYou} />
			<NavLink to={post.to} className={classes(barItemClasses, 'font-semibold text-leaf')}>
				<span className="inline-flex h-8 w-12 items-center justify-center rounded-full bg-leaf text-on-leaf">
					<post.Icon aria-hidden className="size-6" />
				</span>
				{post.label}
			</NavLink>
			<BarLink {...saved} />
			<BarLink {...me} />
		</nav>
	);
}

function BarLink({ to, label, Icon, exact = false, aliases }: NavItem) {
	const isAlias = useMatchesAlias(aliases);
	return (
		<NavLink
			to={to}
			end={exact}
			className={({ isActive }) =>
				classes(barItemClasses, isActive || isAlias ? 'font-semibold text-leaf' : 'text-quiet')
			}
		>
			<span className="inline-flex h-8 items-center">
				<Icon aria-hidden className="size-6" />
			</span>
			{label}
		</NavLink>
	);
}

const railItemClasses = 'flex min-h-12 w-full items-center gap-3.5 rounded-control px-3.5 text-left font-medium';

function LeftRail() {
	const [home, forYou, post, saved, me] = useNavItems();
	const session = useSession();
	const actor = useActor();
	const fullScreen = useIsWideScreen();
	const isAdmin = session?.role === 'admin';
	return (
		<header className="sticky top-0 hidden h-dvh w-56 shrink-0 flex-col gap-1 overflow-y-auto py-6 wide:flex print:hidden">
			<Link
				to="/"
				aria-label={layoutText.homeLink}
				className="mb-4 inline-flex min-h-11 items-center rounded-control px-3"
			>
				<Logo />
			</Link>
			{/* Navigation items that only some users have come last, so that the other items do not move. */}
			<nav aria-label={layoutText.places} className="flex grow flex-col gap-1 pb-3">
				<Link
					to={post.to}
					className="mb-3 flex min-h-12 items-center justify-center gap-2 rounded-control bg-leaf font-semibold text-on-leaf transition-colors hover:bg-leaf-strong"
				>
					<post.Icon aria-hidden className="size-5" />
					{post.label}
				</Link>
				<RailLink {...home} />
				<RailSearch />
				<RailLink {...forYou} />
				<RailLink to={cataloguePath} label={commonText.courses} Icon={GraduationCap} />
				<RailLink {...saved} />
				<RailLink {...me} />
				{session && (
					<div className="min-h-12">
						{fullScreen && actor && (
							<Suspense>
								<Bell session={session} railClass={railItemClasses} />
							</Suspense>
						)}
					</div>
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

/** Search form in the rail. A plain form works without JavaScript. On the search page, which has its own form, a link replaces it. */
function RailSearch() {
	if (useMatchesAlias(['/search'])) return <RailLink to="/search" label={commonText.search} Icon={Search} />;
	return (
		<search aria-label={layoutText.market}>
			<form action="/search" className="relative">
				<Search aria-hidden className="pointer-events-none absolute top-3.25 left-3.5 size-5.5 text-quiet" />
				<input
					type="search"
					name="q"
					aria-label={layoutText.searchMarket}
					placeholder={commonText.search}
					maxLength={limits.search}
					autoComplete="off"
					className="h-12 w-full rounded-control border border-edge bg-card pr-3 pl-12.5 text-16"
				/>
			</form>
		</search>
	);
}
