import { Outlet } from 'react-router';
import { RequireSession, requireSession } from '../../accounts/require-session.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/layout.ts';

/** A dashboard is rendered in the browser only: this keeps the server from it, and visitors out. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
	requireSession(request);
	return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
	return <Spinner fullScreen />;
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: 'Dashboard', hidden: true });
}

export default function DashboardLayout() {
	return (
		<RequireSession>
			<Outlet />
		</RequireSession>
	);
}
