import { Compass, Home, Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isRouteErrorResponse, Link, type MetaDescriptor, useLocation, useNavigate } from 'react-router';
import { categories } from '../../contract/market-settings/categories.ts';
import * as commonText from '../../text/shared/common.ts';
import * as homeText from '../../text/shared/home.ts';
import * as layoutText from '../../text/shared/layout.ts';
import * as errorsText from '../../text/web/errors.ts';
import { useSession } from '../accounts/session.ts';
import { categoryPath } from '../feed/categories.tsx';
import { useBrand } from '../platform/brand.ts';
import { getErrorMessage, isConnectionLost } from '../platform/error-message.ts';
import { getBrand, type Matches } from '../platform/page-meta.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { lazyPart } from '../ui/use-lazy-component.ts';

const OfflinePageList = lazyPart(async () => (await import('../offline/offline-page-list.tsx')).OfflinePageList);

/** Returns the meta tags of a layout: those of its error, or of a page that has none of its own. */
export function layoutMeta({ error, matches }: { error?: unknown; matches: Matches }): MetaDescriptor[] {
	const { name } = getBrand(matches);
	if (!error) return [{ title: name }];
	const missing = isRouteErrorResponse(error) && error.status === 404;
	return [
		{ title: `${missing ? errorsText.notFoundPageTitle : errorsText.failedPageTitle} · ${name}` },
		{ name: 'robots', content: 'noindex' },
	];
}

export function ErrorPage({ error }: { error: unknown }) {
	const { name } = useBrand();
	const [retrying, setRetrying] = useState(false);
	const isNotFound = isRouteErrorResponse(error) && error.status === 404;
	useReloadWithSession(isNotFound);
	if (isNotFound) return <NotFound />;

	async function retry() {
		setRetrying(true);
		// Without a network, a reload would replace the app with the browser's error page.
		if (await isReachable(location.href)) location.reload();
		else setRetrying(false);
	}

	const home = (
		<ButtonLink to="/" variant="quiet">
			<Home aria-hidden className="size-5" />
			{layoutText.home}
		</ButtonLink>
	);
	if (error instanceof DOMException && error.name === 'VersionError') {
		const use = <Button onClick={() => location.reload()}>{errorsText.useNewVersion}</Button>;
		return (
			<EmptyState
				icon={Sparkles}
				as="h1"
				title={errorsText.newVersion(name)}
				action={use}
				hint={errorsText.newVersionNeeded}
			/>
		);
	}
	return (
		<>
			<ErrorState as="h1" title={errorsText.pageFailed} onRetry={retry} retrying={retrying} action={home}>
				<p>{toMessage(error)}</p>
			</ErrorState>
			{isConnectionLost(error) && <OfflinePageList />}
		</>
	);
}

/** Reloads a missing page once with the session, because a logged-in user may see more than a visitor, such as a hidden ad. */
function useReloadWithSession(missing: boolean) {
	const navigate = useNavigate();
	const { pathname, search, hash, state } = useLocation();
	const session = useSession();
	const hasLoaded = useRef(false);
	useEffect(() => {
		if (!missing || !session || hasLoaded.current) return;
		hasLoaded.current = true;
		// A navigation always reloads. React Router's error boundary ignores a revalidation that ends before React renders its start.
		void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true, state });
	}, [missing, session, navigate, pathname, search, hash, state]);
}

export function NotFound() {
	const { categories: chosen = categories } = useBrand();
	// Every fourth of many categories, so that they are of different kinds. A missing page must stay small, and all 31 would take a sixth of it.
	const suggestedCategories = chosen.filter((_, index, { length }) => length <= 8 || index % 4 === 1);
	return (
		<>
			<EmptyState
				icon={Compass}
				as="h1"
				title={errorsText.notFoundTitle}
				action={<ButtonLink to="/">{commonText.goToMarket}</ButtonLink>}
				hint={errorsText.notFoundHint}
			/>
			<nav aria-label={homeText.chooseCategory} className="mx-auto max-w-2xl px-4 pb-10">
				<ul className="flex flex-wrap justify-center gap-2">
					{suggestedCategories.map((category) => (
						<li key={category}>
							<Link to={categoryPath(category)} discover="none" className="chip">
								{category}
							</Link>
						</li>
					))}
				</ul>
			</nav>
		</>
	);
}

function toMessage(error: unknown): string {
	if (isRouteErrorResponse(error)) {
		const problem: unknown = error.data;
		if (typeof problem === 'object' && problem !== null && 'message' in problem) return String(problem.message);
		return errorsText.serverUnavailable;
	}
	return getErrorMessage(error);
}

/** Milliseconds to wait for a response before the URL counts as unreachable. */
const timeout = 8_000;

/** Resolves to whether the URL responds, with any status. */
function isReachable(address: string): Promise<boolean> {
	return fetch(address, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(timeout) }).then(
		() => true,
		() => false,
	);
}
