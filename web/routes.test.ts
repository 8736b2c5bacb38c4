import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import routes from './routes.ts';

function toRouteObject({ path, index, file, caseSensitive = false, children = [] }: RouteConfigEntry): RouteObject {
	const common = { handle: file, caseSensitive, ...(path !== undefined && { path }) };
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
