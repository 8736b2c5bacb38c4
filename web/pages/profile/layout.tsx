import { HydrationBoundary } from '@tanstack/react-query';
import { NavLink, Outlet } from 'react-router';
import type { Profile } from '../../../contract/accounts.ts';
import { profilePath } from '../../accounts/addresses.ts';
import { ProfileHeader } from '../../accounts/profile-header.tsx';
import { profileQuery } from '../../accounts/queries.ts';
import { type Ask, loadInBrowser, loadOnServer } from '../../platform/loader.ts';
import { classes } from '../../ui/classes.ts';
import type { Route } from './+types/layout.ts';
import { profileMeta } from './profile-meta.ts';

const ask: Ask<Route.LoaderArgs['params'], Profile> = ({ api, queries, params }) =>
	queries.fetchQuery(profileQuery(api, params.user_name));

export function loader(args: Route.LoaderArgs) {
	return loadOnServer(args, ask);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
	return loadInBrowser(args, ask);
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	return profileMeta(matches, loaderData?.page);
}

export default function ProfileLayout({ loaderData }: Route.ComponentProps) {
	const profile = loaderData.page;
	const path = profilePath(profile.user_name);
	return (
		<HydrationBoundary state={loaderData.state}>
			<ProfileHeader profile={profile} />
			<nav aria-label="Profile" className="mt-5 mb-4 flex gap-1 border-line border-b">
				<Tab to={path}>Posts</Tab>
				<Tab to={`${path}/videos`}>Videos</Tab>
			</nav>
			<Outlet />
		</HydrationBoundary>
	);
}

function Tab({ to, children }: { to: string; children: string }) {
	return (
		<NavLink
			to={to}
			end
			preventScrollReset
			className={({ isActive }) =>
				classes(
					'-mb-px inline-flex min-h-12 items-center border-b-2 px-4 font-semibold transition-colors',
					isActive ? 'border-leaf text-leaf' : 'border-transparent text-quiet hover:text-ink',
				)
			}
		>
			{children}
		</NavLink>
	);
}
