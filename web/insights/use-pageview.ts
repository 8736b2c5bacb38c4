import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { track } from './track.ts';

/** What a page's `handle` may say to this. */
export interface PageviewHandle {
	/** Its address is a key that nobody is told. */
	secret?: true;
}

/** Tells which page is open, by its route and its address, and how fast the first one was. */
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
				({ measureVitals }) => measureVitals(route),
				() => {},
			);
		}
	}, [pathname, route, secret]);
}

/** 'ad' of 'pages/ad/page'. */
export function routeName(id = 'other'): string {
	return id.replace(/^pages\//, '').replace(/\/page$/, '');
}
