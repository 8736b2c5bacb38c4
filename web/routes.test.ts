import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { adPath, postPath, profilePath } from '../contract/core/page-paths.ts';
import { videosPath } from './ads/paths.ts';
import { routesAhead } from './offline/routes-ahead.ts';
import routes from './routes.ts';

function toRouteObject({ id, path, index, file, caseSensitive = false, children = [] }: RouteConfigEntry): RouteObject {
	const common = {
		id: id ?? file.replace(/\.tsx?$/, ''),
		handle: file,
		caseSensitive,
		...(path !== undefined && { path }),
	};
	return index ? { ...common, index } : { ...common, children: children.map(toRouteObject) };
}

function matchPageFile(address: string): unknown {
	return matchRoutes(routes.map(toRouteObject), address)?.at(-1)?.route.handle;
}

test.for(['/dashboard/postvideo', '/dashboard/market/postvideo', '/dashboard/UserProfile/postvideo'])(
	'%s matches the video upload page in any case',
	(address) => {
		expect(matchPageFile(address)).toBe('pages/post-video/page.tsx');
		expect(matchPageFile(address.toLowerCase())).toBe('pages/post-video/page.tsx');
		expect(matchPageFile(`${address}/more`)).toBe('pages/not-found/page.tsx');
	},
);

/** Paths that the links with `prefetch`, by file, open. */
const linkedPaths: Record<string, string[]> = {
	'./feed/cards/ad-card.tsx': [
		adPath({ id: 1, format: 'image', title: 'Lamp' }),
		adPath({ id: 1, format: 'video', title: 'Lamp' }),
		videosPath(1),
	],
	'./feed/cards/ad-list.tsx': [
		adPath({ id: 1, format: 'image', title: 'Lamp' }),
		adPath({ id: 1, format: 'video', title: 'Lamp' }),
	],
	'./feed/cards/seller-card.tsx': [profilePath('ada')],
	'./posts/post-card.tsx': (['tweet', 'talk', 'picture'] as const).map((kind) =>
		postPath({ id: 1, kind, text: 'Rice' }),
	),
};

test('knows the paths of all links that load code ahead', () => {
	const sources: Record<string, string> = import.meta.glob('./**/*.tsx', {
		query: '?raw',
		import: 'default',
		eager: true,
	});
	const linking = Object.keys(sources).filter(
		(file) => !file.endsWith('.test.tsx') && /\bprefetch[=:]|<PrefetchPageLinks/.test(sources[file] ?? ''),
	);
	expect(linking.sort()).toEqual(Object.keys(linkedPaths));
});

test.for(Object.values(linkedPaths).flat())('the route manifest lists the files of the routes of %s', (path) => {
	const ids = matchRoutes(routes.map(toRouteObject), path)?.map(({ route }) => route.id);
	expect(ids?.length).toBeGreaterThan(1);
	expect(routesAhead).toEqual(expect.arrayContaining(ids ?? []));
});
