import { type Brand, defaultBrand } from '../contract/market-settings/brand.ts';
import { BrandContext, brandRouterContext } from './platform/brand.ts';
import './theme.css';
import { type ReactNode, useContext, useEffect } from 'react';
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router';
import * as limits from '../contract/core/limits.ts';
import { offlinePath } from '../contract/core/page-paths.ts';
import { categories } from '../contract/market-settings/categories.ts';
import type { Route } from './+types/root.ts';
import { useSession } from './accounts/session.ts';
import { ErrorPage, layoutMeta } from './app/error-page.tsx';
import { InteractionProviders } from './app/interaction-providers.tsx';
import { PageLayout } from './app/page-layout.tsx';
import { TitleAnnouncer } from './app/title-announcer.tsx';
import { themeScript, useDark, useThemeUpdates } from './appearance/theme.ts';
import { usePageview } from './insights/use-pageview.ts';
import { apiRouterContext } from './platform/api-router-context.ts';
import { dataSaverScript, useDataSaver } from './platform/data-saver.ts';
import { NonceContext } from './platform/nonce.ts';
import { LazyToaster } from './ui/lazy-toaster.tsx';
import { ReducedDataProvider } from './ui/reduced-data.ts';
import { Spinner } from './ui/spinner.tsx';

export async function loader({ request, context }: Route.LoaderArgs) {
	const { origin, pathname, searchParams } = new URL(request.url);
	// Browsers cache the app shell, so a site notice in it would become outdated.
	const brand = context.get(brandRouterContext);
	// Most markets keep the default settings, whose documents stay small.
	const shown = brand.version === undefined ? {} : { brand };
	if (pathname === offlinePath) return { origin, notice: null, ...shown };
	const api = context.get(apiRouterContext);
	// The pages of categories have the address of the home page.
	const category = pathname === '/' ? categories.find((name) => name === searchParams.get('category')) : undefined;
	// If the site notice or the card fails to load, the page renders without it.
	const [{ notice }, card] = await Promise.all([
		api.getNotice().catch(() => ({ notice: null })),
		api.getMarketCard({ query: { category } }).catch(() => null),
	]);
	return { origin, notice, card, ...shown };
}

export function clientLoader() {
	return { origin: location.origin, notice: null };
}

export function shouldRevalidate() {
	return false;
}

export function meta(args: Route.MetaArgs) {
	return layoutMeta(args);
}

/** Script that stops zod from testing whether it may compile code. The page's content security policy blocks and reports that test. */
const noEvalScript = 'globalThis.__zod_globalConfig={jitless:true}';

export function Layout({ children }: { children: ReactNode }) {
	const nonce = useContext(NonceContext);
	const brand = useRouteLoaderData<{ brand?: Brand }>('root')?.brand ?? defaultBrand;
	useEffect(() => {
		document.documentElement.dataset.hydrated = '';
	}, []);
	return (
		<html lang="en" suppressHydrationWarning>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
				<meta name="theme-color" media="(prefers-color-scheme: light)" content="#faf8f4" />
				<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f1512" />
				<link rel="icon" href="/favicon.svg" type="image/svg+xml" />
				<link rel="apple-touch-icon" href="/apple-touch-icon.png" />
				<link rel="manifest" href="/manifest.webmanifest" />
				<meta name="apple-mobile-web-app-title" content={brand.name} />
				<meta name="mobile-web-app-capable" content="yes" />
				<script nonce={nonce}>{`${noEvalScript};${themeScript}\n${dataSaverScript}`}</script>
				<Meta />
				<Links />
			</head>
			<body>
				<BrandContext value={brand}>{children}</BrandContext>
				<ScrollRestoration />
				<Scripts />
			</body>
		</html>
	);
}

/** Shows a spinner between the bars of the app, in the app shell until the page's code has loaded. */
export function HydrateFallback() {
	return (
		<PageLayout>
			<Spinner fullPage />
		</PageLayout>
	);
}

export default function Root() {
	useThemeUpdates();
	usePageview();
	const dark = useDark();
	const session = useSession();
	return (
		<ReducedDataProvider value={useDataSaver()}>
			<TitleAnnouncer />
			<InteractionProviders>
				<Outlet />
			</InteractionProviders>
			<LazyToaster
				eager={session !== null}
				dark={dark}
				duration={limits.toast.duration}
				visible={limits.toast.visible}
			/>
		</ReducedDataProvider>
	);
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
	return (
		<main>
			<ErrorPage error={error} />
		</main>
	);
}
