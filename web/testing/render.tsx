import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import {
	createRoutesStub,
	Meta,
	type MetaFunction,
	Outlet,
	RouterContextProvider,
	useLocation,
	useNavigate,
} from 'react-router';
import { render as renderElement } from 'vitest-browser-react';
import * as limits from '../../contract/core/limits.ts';
import { type Brand, defaultBrand } from '../../contract/market-settings/brand.ts';
import { getSession } from '../accounts/session.ts';
import { ApiProvider } from '../platform/api.ts';
import { apiRouterContext } from '../platform/api-router-context.ts';
import { BrandContext } from '../platform/brand.ts';
import { createBrowserQueryClient, queryClientRouterContext } from '../platform/query-client.ts';
import { LazyToaster } from '../ui/lazy-toaster.tsx';
import { ReducedDataProvider } from '../ui/reduced-data.ts';
import { type FakeApi, fakeApi } from './fake-api.ts';

interface RenderOptions {
	api?: FakeApi;
	/** Path and query of the initial page. */
	url?: string;
	/** Id of the route, which the app derives from the route's file. */
	id?: string;
	dataSaver?: boolean;
	brand?: Brand;
}

interface Rendered {
	/** Returns the current path and query. */
	address: () => string;
	/** Navigates back, as the browser's back button does. */
	goBack: () => void;
	pendingQueries: () => number;
	cachedQueries: () => readonly (readonly unknown[])[];
}

interface RenderedElement extends Rendered {
	/** Replaces the rendered element, as its parent component would. */
	rerender: (element: ReactNode) => void;
}

/** Exports of a route file that React Router uses in the browser. */
interface RouteModule {
	// biome-ignore lint/suspicious/noExplicitAny: its arguments are those of one route
	default: ComponentType<any>;
	// biome-ignore lint/suspicious/noExplicitAny: its arguments are those of one route
	clientLoader?: (args: any) => unknown;
	// biome-ignore lint/suspicious/noExplicitAny: its arguments are those of one route
	ErrorBoundary?: ComponentType<any>;
	handle?: object;
	HydrateFallback?: ComponentType;
	// biome-ignore lint/suspicious/noExplicitAny: its arguments are those of one route
	meta?: (args: any) => unknown;
	shouldRevalidate?: () => boolean;
}

interface TestFrame {
	dataSaver: boolean;
	address: string;
	goBack: () => void;
}

const FrameContext = createContext<TestFrame>({ dataSaver: false, address: '/', goBack: () => {} });

/** Renders an element inside the app's providers. */
export async function render(element: ReactNode, options: RenderOptions = {}): Promise<RenderedElement> {
	const listeners = new Set<() => void>();
	let current = element;
	const subscribe = (listener: () => void) => {
		listeners.add(listener);
		return () => listeners.delete(listener);
	};
	const rendered = await renderRoute('/', { default: () => useSyncExternalStore(subscribe, () => current) }, options);
	return {
		...rendered,
		rerender(next) {
			current = next;
			for (const listener of listeners) listener();
		},
	};
}

/** Renders a page with its loader. Every other path is an empty page. */
export async function renderRoute(path: string, module: RouteModule, options: RenderOptions = {}): Promise<Rendered> {
	const { api = fakeApi(), url = path, id, dataSaver = false, brand = defaultBrand } = options;
	const queryClient = createBrowserQueryClient(() => getSession()?.id);
	const { queries: defaults = {}, ...others } = queryClient.getDefaultOptions();
	// Queries retry as often as in the app, but without delays.
	queryClient.setDefaultOptions({ ...others, queries: { ...defaults, retryDelay: 0 } });
	const context = new RouterContextProvider();
	context.set(apiRouterContext, api.client);
	context.set(queryClientRouterContext, queryClient);
	const frame: TestFrame = { dataSaver, address: url, goBack: () => {} };
	const { default: Component, clientLoader, handle, meta, ErrorBoundary, HydrateFallback, shouldRevalidate } = module;
	const Stub = createRoutesStub(
		[
			{
				id: 'root',
				Component: Root,
				loader: () => ({ origin: location.origin, notice: null, brand }),
				HydrateFallback: Nothing,
				children: [
					{
						path,
						Component,
						...(id && { id }),
						...(clientLoader && { loader: clientLoader }),
						...(handle && { handle }),
						...(meta && { meta: meta as MetaFunction }),
						...(ErrorBoundary && { ErrorBoundary }),
						...(HydrateFallback && { HydrateFallback }),
						...(shouldRevalidate && { shouldRevalidate }),
					},
					{ path: '*', Component: Nothing },
				],
			},
		],
		context,
	);
	await renderElement(
		<FrameContext value={frame}>
			<ApiProvider value={api.client}>
				<QueryClientProvider client={queryClient}>
					<BrandContext value={brand}>
						<Stub initialEntries={[url]} />
					</BrandContext>
				</QueryClientProvider>
			</ApiProvider>
		</FrameContext>,
	);
	return {
		address: () => frame.address,
		goBack: () => frame.goBack(),
		pendingQueries: () => queryClient.isFetching(),
		cachedQueries: () =>
			queryClient
				.getQueryCache()
				.getAll()
				.map(({ queryKey }) => queryKey),
	};
}

function Root() {
	const frame = useContext(FrameContext);
	const { pathname, search } = useLocation();
	const navigate = useNavigate();
	frame.address = pathname + search;
	frame.goBack = () => void navigate(-1);
	return (
		<ReducedDataProvider value={frame.dataSaver}>
			<Meta />
			<Outlet />
			<LazyToaster eager dark={false} duration={limits.toast.duration} visible={limits.toast.visible} />
		</ReducedDataProvider>
	);
}

function Nothing() {
	return null;
}
