import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { tell } from './tell.ts';

/** Tells which page is open, by its route and its address, and how fast the first one was. */
export function usePageview() {
	const { pathname } = useLocation();
	const route = routeName(useMatches().at(-1)?.id);
	const told = useRef('');
	useEffect(() => {
		if (told.current === pathname) return;
		const first = told.current === '';
		told.current = pathname;
		tell({ type: 'pageview', route, path: pathname.slice(0, 200) });
		if (first) {
			import('./vitals.ts').then(
				({ measureVitals }) => measureVitals(route),
				() => {},
			);
		}
	}, [pathname, route]);
}

/** 'ad' of 'pages/ad/page'. */
export function routeName(id = 'other'): string {
	return id.replace(/^pages\//, '').replace(/\/page$/, '');
}
