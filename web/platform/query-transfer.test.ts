import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { renderQueries, restoreQueries } from './query-transfer.ts';

test('restores loaded queries with their key, data, time and meta, and no failed ones', async () => {
	const server = new QueryClient({ defaultOptions: { queries: { retry: false } } });
	const data = { title: '</script><script>alert(1)</script>', none: null };
	await server.prefetchQuery({ queryKey: ['ad', '7'], queryFn: () => data, meta: { persistedFor: 0 } });
	await server.prefetchQuery({ queryKey: ['ad', '8'], queryFn: () => Promise.reject(new Error('gone')) });
	const html = renderQueries(server);
	const [, attributes, textContent] = /^<script([^<>]*)>([^<]*)<\/script>$/.exec(html) ?? [];
	const getElementById = (id: string) => (attributes?.includes(` id="${id}"`) ? { textContent } : null);
	vi.stubGlobal('document', { getElementById });
	const browser = new QueryClient();
	restoreQueries(browser);
	const [query, ...others] = browser.getQueryCache().getAll();
	expect(others).toEqual([]);
	expect(query?.queryKey).toEqual(['ad', '7']);
	expect(query?.meta).toEqual({ persistedFor: 0 });
	expect(query?.state).toEqual(server.getQueryState(['ad', '7']));
});
