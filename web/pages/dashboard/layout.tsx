import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, KeyRound } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import type { Session } from '../../../contract/accounts/accounts.ts';
import { changePasswordPath } from '../../../contract/core/page-paths.ts';
import * as dashboardText from '../../../text/web/dashboard.ts';
import { meQuery } from '../../accounts/queries.ts';
import { RequireSession } from '../../accounts/require-session.tsx';
import { getSession, refreshSession, useSession } from '../../accounts/session.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { useApi } from '../../platform/api.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';

export { requireSession as clientLoader } from '../../accounts/require-session.tsx';

export const handle: LayoutHandle = { Rail: null };

export function HydrateFallback() {
	return <Spinner fullPage />;
}

export const meta = hiddenPageMeta(dashboardText.title);

const adminPath = '/dashboard/admin';

export default function DashboardLayout() {
	const session = useSession();
	const path = useLocation().pathname.toLowerCase().replace(/\/$/, '');
	// The first page has links to the others, and the admin pages have their own navigation.
	const hasBackLink = path !== '/dashboard' && !path.startsWith(adminPath);
	return (
		<RequireSession>
			{hasBackLink && <BackLink />}
			{session && <Notices session={session} />}
			<Outlet />
		</RequireSession>
	);
}

/** Link from each page of the dashboard back to its start. */
function BackLink() {
	return (
		<Link
			to="/dashboard"
			className="-ml-2 mb-3 inline-flex min-h-11 items-center gap-1 rounded-control px-2 text-14 text-quiet hover:text-ink print:hidden"
		>
			<ChevronLeft aria-hidden className="size-5" />
			{dashboardText.title}
		</Link>
	);
}

function Notices({ session }: { session: Session }) {
	const { pathname } = useLocation();
	useVerification(session);
	return (
		<>
			{session.must_change_password && pathname !== changePasswordPath && (
				<Notice icon={<KeyRound aria-hidden className="size-5" />}>
					<RichText
						text={dashboardText.passwordGiven}
						tags={{
							change: linkTo(changePasswordPath),
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
