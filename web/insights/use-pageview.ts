import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { trackInsight } from '../platform/track.ts';

/** Options for page view tracking in a route's `handle`. */
export interface PageviewHandle {
	/** True if the page's path contains a secret. The route name is then sent instead of the path. */
	secret?: true;
}

/** Tracks every page view, and the web vitals of the first page. */
export function usePageview() {
	const { pathname } = useLocation();
	const match = useMatches().at(-1);
	const route = getRouteName(match?.id);
	const secret = (match?.handle as PageviewHandle | undefined)?.secret === true;
	const trackedPath = useRef('');
	useEffect(() => {
		if (trackedPath.current === pathname) return;
		const isFirst = trackedPath.current === '';
		trackedPath.current = pathname;
		trackInsight({ type: 'pageview', route, path: secret ? `/${route}` : pathname.slice(0, 200) });
		if (isFirst) {
			import('./vitals.ts').then(
				({ measureWebVitals }) => measureWebVitals(route),
				() => {},
			);
		}
	}, [pathname, route, secret]);
}

/** Shortens a route id: 'pages/ad/page' to 'ad'. */
export function getRouteName(id = 'other'): string {
	return id.replace(/^pages\//, '').replace(/\/page$/, '');
}
