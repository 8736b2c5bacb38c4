import { Link, NavLink, Outlet } from 'react-router';
import * as commonText from '../../../text/shared/common.ts';
import * as layoutText from '../../../text/shared/layout.ts';
import * as learningText from '../../../text/shared/learning.ts';
import { AccountButton } from '../../app/account-button.tsx';
import { ErrorPage, layoutMeta } from '../../app/error-page.tsx';
import { Logo } from '../../appearance/logo.tsx';
import { cataloguePath } from '../../courses/paths.ts';
import { MarketSearch } from '../../feed/market-search.tsx';
import { CurrentSiteNotice } from '../../operations/current-site-notice.tsx';
import { useBrand } from '../../platform/brand.ts';
import { classes } from '../../ui/classes.ts';
import type { Route } from './+types/layout.ts';

export function meta(args: Route.MetaArgs) {
	return layoutMeta(args);
}

export default function LearningLayout() {
	return (
		<>
			<Header />
			<main id="main" className="mx-auto max-w-6xl px-4 pt-4 pb-12 wide:pt-8">
				<Outlet />
			</main>
		</>
	);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return (
		<>
			<Header />
			<main id="main">
				<ErrorPage error={error} />
			</main>
		</>
	);
}

function Header() {
	const { name } = useBrand();
	return (
		<>
			<a
				href="#main"
				className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-leaf px-4 py-3 font-semibold text-on-leaf focus:translate-y-0"
			>
				{layoutText.skipToContent}
			</a>
			<CurrentSiteNotice />
			<header className="sticky top-0 z-30 bg-page/95 backdrop-blur-sm">
				{/* Each part of the header has a reserved column before it loads. The menu has the link to the courses, too. */}
				<div className="mx-auto grid h-15 max-w-6xl grid-cols-[auto_minmax(0,1fr)_2.75rem] items-center gap-2 px-4 md:grid-cols-[auto_minmax(0,1fr)_auto_2.75rem]">
					<Link
						to="/"
						aria-label={learningText.home(name)}
						className="inline-flex min-h-11 min-w-11 items-center rounded-control"
					>
						<Logo nameClass="max-md:hidden" />
					</Link>
					<div className="md:ml-auto md:w-72">
						<MarketSearch />
					</div>
					<NavLink
						to={cataloguePath}
						className={({ isActive }) =>
							classes(
								'hidden min-h-11 items-center rounded-control px-3 font-medium md:inline-flex',
								isActive ? 'text-leaf' : 'hover:bg-sunken',
							)
						}
					>
						{commonText.courses}
					</NavLink>
					<div className="size-11">
						<AccountButton />
					</div>
				</div>
			</header>
		</>
	);
}
