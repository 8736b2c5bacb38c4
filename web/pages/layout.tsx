import { Outlet } from 'react-router';
import { brand } from '../../contract/market-settings/brand.ts';
import { ErrorPage, errorMeta } from '../app/error-page.tsx';
import { PageLayout } from '../app/page-layout.tsx';
import type { Route } from './+types/layout.ts';

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
