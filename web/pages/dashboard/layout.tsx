import { useQuery } from '@tanstack/react-query';
import { KeyRound, Mail } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import type { Session } from '../../../contract/accounts.ts';
import { moderationDecisionsPath, savedSearchesPath } from '../../../contract/page-paths.ts';
import { placeholderAdminEmail } from '../../../contract/placeholder-admin-email.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as dashboardText from '../../../contract/text/dashboard.ts';
import * as decisionsText from '../../../contract/text/decisions.ts';
import * as ownAdsText from '../../../contract/text/own-ads.ts';
import * as personalInfoText from '../../../contract/text/personal-info.ts';
import * as profileText from '../../../contract/text/profile.ts';
import * as savedSearchesText from '../../../contract/text/saved-searches.ts';
import * as securityText from '../../../contract/text/security.ts';
import * as shopCardText from '../../../contract/text/shop-card.ts';
import * as verificationText from '../../../contract/text/verification.ts';
import { meQuery } from '../../accounts/queries.ts';
import { RequireSession, requireSession } from '../../accounts/require-session.tsx';
import { getSession, refreshSession, useSession } from '../../accounts/session.ts';
import { dashboardCataloguePath } from '../../courses/paths.ts';
import { useApi } from '../../platform/api.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { classes } from '../../ui/classes.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { LayoutHandle } from '../layout.tsx';
import { useCenteredCurrentLink } from '../use-centered-current-link.ts';
import type { Route } from './+types/layout.ts';

/** Redirects visitors to the login. Runs in the browser only, because the server does not render dashboards. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
	requireSession(request);
	return null;
}
clientLoader.hydrate = true as const;

export const handle: LayoutHandle = { Rail: null };

export function HydrateFallback() {
	return <Spinner fullScreen />;
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: dashboardText.title, hidden: true });
}

const adminPath = '/dashboard/admin';

export default function DashboardLayout() {
	const session = useSession();
	// The admin pages have their own navigation.
	const isInAdmin = useLocation().pathname.toLowerCase().startsWith(adminPath);
	return (
		<RequireSession>
			{!isInAdmin && <DashboardNav isAdmin={session?.role === 'admin'} />}
			{session && <Notices session={session} />}
			<Outlet />
		</RequireSession>
	);
}

const links = [
	{ to: '/dashboard', label: dashboardText.myUploads, end: true },
	{ to: '/dashboard/myvideos', label: ownAdsText.myVideos },
	{ to: '/dashboard/market', label: commonText.post },
	{ to: dashboardCataloguePath, label: dashboardText.learn },
	{ to: '/dashboard/profileEdit', label: profileText.title },
	{ to: '/dashboard/shop-card', label: shopCardText.title },
	{ to: '/dashboard/personal-Info', label: personalInfoText.title },
	{ to: '/dashboard/verification', label: verificationText.title },
	{ to: '/dashboard/password', label: commonText.password },
	{ to: '/dashboard/security', label: securityText.title },
	{ to: '/dashboard/notifications', label: commonText.notifications },
	{ to: savedSearchesPath, label: savedSearchesText.title },
	{ to: moderationDecisionsPath, label: decisionsText.title },
];

const adminLink = { to: adminPath, label: commonText.administration };

function DashboardNav({ isAdmin }: { isAdmin: boolean }) {
	const bar = useCenteredCurrentLink<HTMLElement>(useLocation().pathname);
	return (
		<nav
			ref={bar}
			aria-label={dashboardText.title}
			className="relative -mx-4 mb-5 overflow-x-auto px-4 py-1 wide:mx-0 wide:px-0 print:hidden"
		>
			<ul className="flex gap-2">
				{[...links, ...(isAdmin ? [adminLink] : [])].map(({ label, ...link }) => (
					<li key={link.to}>
						<NavLink
							{...link}
							className={({ isActive }) =>
								classes(
									'inline-flex min-h-11 items-center whitespace-nowrap rounded-full px-4 text-14',
									isActive ? 'bg-leaf-soft font-semibold text-leaf' : 'bg-sunken hover:bg-line',
								)
							}
						>
							{label}
						</NavLink>
					</li>
				))}
			</ul>
		</nav>
	);
}

function Notices({ session }: { session: Session }) {
	const { pathname } = useLocation();
	useVerification(session);
	return (
		<>
			{session.must_change_password && pathname !== '/dashboard/password' && (
				<Notice icon={<KeyRound aria-hidden className="size-5" />}>
					<RichText
						text={dashboardText.passwordGiven}
						tags={{
							change: linkTo('/dashboard/password'),
						}}
					/>
				</Notice>
			)}
			{session.email === placeholderAdminEmail && !session.must_change_password && (
				<Notice icon={<Mail aria-hidden className="size-5" />}>
					<RichText
						text={dashboardText.emailMissing}
						tags={{
							change: linkTo('/dashboard/personal-Info'),
						}}
					/>
				</Notice>
			)}
			{session.email_verified === false && session.email !== placeholderAdminEmail && (
				<Notice icon={<Mail aria-hidden className="size-5" />}>
					<RichText
						text={dashboardText.emailUnconfirmed}
						tags={{
							email: () => <strong className="wrap-anywhere">{session.email}</strong>,
							help: linkTo('/dashboard/personal-Info'),
						}}
					/>
				</Notice>
			)}
		</>
	);
}

const linkTo = (path: string) => (words: string) => (
	<Link to={path} className="font-semibold underline underline-offset-4">
		{words}
	</Link>
);

function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
	return (
		<div className="mb-5 flex items-start gap-3 rounded-card bg-marigold-soft px-4 py-3 text-14 print:hidden">
			<span className="mt-px shrink-0 text-marigold">{icon}</span>
			<p className="min-w-0">{children}</p>
		</div>
	);
}

/** Fetches the account once while the session says that the email is not confirmed: it may have been confirmed on another device. */
function useVerification({ id, email_verified }: Session) {
	const api = useApi();
	const { data: me } = useQuery({ ...meQuery(api, id), enabled: email_verified === false });
	useEffect(() => {
		if (me?.email_verified && !getSession()?.email_verified) refreshSession(me);
	}, [me]);
}
