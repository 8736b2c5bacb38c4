import { Outlet } from 'react-router';
import { ErrorPage, layoutMeta } from '../app/error-page.tsx';
import { PageLayout } from '../app/page-layout.tsx';
import type { Route } from './+types/layout.ts';

export function meta(args: Route.MetaArgs) {
	return layoutMeta(args);
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
