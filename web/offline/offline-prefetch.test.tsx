import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { storeInIndexedDb } from '../platform/indexed-db.ts';
import { persistedQueryPrefix } from '../platform/persisted-queries.ts';
import { storedLists } from '../saved-items/lists.ts';
import { makeAdCard } from '../testing/ads.ts';
import { fakeApi } from '../testing/fake-api.ts';
import { prefetchSavedItems } from './offline-prefetch.ts';

test('requests saved items that are missing on the device or no longer match their schema', async () => {
	const { title, ...outdated } = makeAdCard(6);
	for (const [id, data] of [[5, makeAdCard(5)] as const, [6, outdated] as const]) {
		const key = ['saved-item', 'wishlist', id];
		await storeInIndexedDb(`${persistedQueryPrefix}0/${JSON.stringify(key)}`, {
			key,
			data,
			at: Date.now(),
			schema: 'wishlist',
		});
	}
	storedLists.wishlist.set([5, 6, 7]);
	const api = fakeApi({ listAdsById: () => ({ items: [] }) });
	await prefetchSavedItems(api.client, new QueryClient(), null);
	expect(api.calls('listAdsById').map(({ query }) => query.ids)).toEqual(['6,7']);
});
