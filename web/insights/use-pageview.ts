import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { track } from './track.ts';

/** Options in a route's `handle`. */
export interface PageviewHandle {
	/** The path contains a secret: send the route name instead. */
	secret?: true;
}

/** Tracks page views, and the vitals of the first page. */
export function usePageview() {
	const { pathname } = useLocation();
	const match = useMatches().at(-1);
	const route = routeName(match?.id);
	const secret = (match?.handle as PageviewHandle | undefined)?.secret === true;
	const trackedPath = useRef('');
	useEffect(() => {
		if (trackedPath.current === pathname) return;
		const isFirst = trackedPath.current === '';
		trackedPath.current = pathname;
		track({ type: 'pageview', route, path: secret ? `/${route}` : pathname.slice(0, 200) });
		if (isFirst) {
			import('./vitals.ts').then(
				({ measureWebVitals }) => measureWebVitals(route),
				() => {},
			);
		}
	}, [pathname, route, secret]);
}

/** Shortens a route id: 'pages/ad/page' to 'ad'. */
export function routeName(id = 'other'): string {
	return id.replace(/^pages\//, '').replace(/\/page$/, '');
}
