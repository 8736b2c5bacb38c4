import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Post } from '../../../contract/posts/posts.ts';
import * as errorsText from '../../../text/web/errors.ts';
import { ErrorPage } from '../../app/error-page.tsx';
import { fakeApi, type Handlers, makeProblemResponse } from '../../testing/fake-api.ts';
import { makePost } from '../../testing/posts.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as postPage from './page.tsx';

const { hidden, ...talk }: Post & { hidden: unknown } = makePost(5, {
	kind: 'talk',
	text: 'Is the POS charge fair?\n\nTell me.',
});
const path = '/mypromotalk/5/is-the-pos-charge-fair-tell-me';
const route = { ...postPage, ErrorBoundary: ErrorPage };

async function open(url: string, handlers: Handlers = {}) {
	const api = fakeApi({
		getPost: () => talk,
		listComments: () => ({ items: [], next_cursor: null }),
		...handlers,
	});
	return renderRoute('/:place/:id/:words?', route, { api, url });
}

test.for([path, '/mypromotalk/5', '/mypromotalk/5/anything'])(
	'names the canonical path of the talk at %s',
	async (url) => {
		await open(url);
		await expect.element(page.getByRole('heading', { level: 1, name: /^Talk from/ })).toBeVisible();
		await expect
			.poll(() => document.querySelector('link[rel=canonical]')?.getAttribute('href'))
			.toBe(`${location.origin}${path}`);
	},
);

test("redirects a talk at a tweet's path to its own path", async () => {
	const { address } = await open('/mypromotweet/5');
	await expect.element(page.getByRole('heading', { level: 1, name: /^Talk from/ })).toBeVisible();
	expect(address()).toBe(path);
});

test.for(['/mypromotweet/999999', '/mypromotweet/0', '/mypromotweet/x'])('returns 404 for %s', async (url) => {
	await open(url, { getPost: () => makeProblemResponse(404, { code: 'not_found', message: 'Gone' }) });
	await expect.element(page.getByRole('heading', { level: 1, name: errorsText.notFoundTitle })).toBeVisible();
});
