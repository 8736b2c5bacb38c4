import { Outlet } from 'react-router';
import { brand } from '../../contract/brand.ts';
import type { Route } from './+types/layout.ts';
import { ErrorPage, errorMeta } from './error-page.tsx';
import { PageLayout } from './page-layout.tsx';

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
