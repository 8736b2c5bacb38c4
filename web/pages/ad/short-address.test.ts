import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createClient } from '../../../contract/core/client.ts';
import { apiRouterContext } from '../../platform/api-router-context.ts';
import { createServerQueryClient, queryClientRouterContext } from '../../platform/query-client.ts';
import { makeAd } from '../../testing/ads.ts';
import { loader } from './page.tsx';

/** Runs the loader of the ad page at `path`. The fake API has picture ad 7 and video ad 8. */
async function open(path: string) {
	const [, , id = ''] = path.split('/');
	const context = new RouterContextProvider();
	context.set(queryClientRouterContext, createServerQueryClient());
	context.set(
		apiRouterContext,
		createClient(async ({ path: apiPath }) => {
			const format = ({ '/api/ads/7': 'image', '/api/ads/8': 'video' } as const)[apiPath];
			return format
				? { status: 200, text: JSON.stringify(makeAd(Number(id), { format, title: 'Red shoes' })) }
				: { status: 404, text: JSON.stringify({ code: 'not_found', message: 'Gone' }) };
		}),
	);
	const args = { request: new Request(`https://kasuwa.example${path}`), params: { id }, context };
	return loader(args as unknown as Parameters<typeof loader>[0]).catch((thrown: unknown) => thrown);
}

test.each([
	['/a/7', '/feed/7/red-shoes'],
	['/a/8', '/sellervideos/8/red-shoes'],
	['/A/7', '/feed/7/red-shoes'],
	['/feed/8/red-shoes', '/sellervideos/8/red-shoes'],
	['/Feed/7/anything', '/feed/7/red-shoes'],
])('redirects %s to %s', async (path, to) => {
	const response = (await open(path)) as Response;
	expect([response.status, response.headers.get('location')]).toEqual([302, to]);
});

test('does not redirect the long address, and describes the ad for search engines', async () => {
	expect(await open('/feed/7/red-shoes')).toMatchObject({
		page: {
			ad: { id: 7 },
			crawled: {
				description: 'NGN 70,000 · Six yards.',
				jsonLd: { '@type': 'Product', url: 'https://kasuwa.example/feed/7/red-shoes' },
			},
		},
	});
});

test.each(['/a/9', '/a/lamp', '/a/0', '/a/7777777777777777'])('returns 404 for %s', async (path) => {
	expect(await open(path)).toMatchObject({ init: { status: 404 } });
});
