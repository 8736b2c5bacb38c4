import { useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as commonText from '../../contract/text/common.ts';
import { useApi } from '../platform/api.ts';
import { deferred, fakeApi, type Handlers } from '../testing/fake-api.ts';
import { newPost } from '../testing/posts.ts';
import { render } from '../testing/render.tsx';
import { EditPost } from './edit-post.tsx';
import { postQuery } from './queries.ts';

const post = newPost(5);
const field = page.getByRole('textbox');
const save = page.getByRole('button', { name: commonText.saveChanges });
const onDone = vi.fn();

function PostPage() {
	const { data } = useQuery(postQuery(useApi(), '5'));
	return data && <EditPost post={data} onDone={onDone} />;
}

async function open(handlers: Handlers) {
	onDone.mockReset();
	const api = fakeApi({ getPost: () => post, ...handlers });
	await render(<PostPage />, { api });
	await expect.element(field).toHaveFocus();
	return api;
}

test('a saved change closes the form, which waits for nothing to be loaded again', async () => {
	const api = await open({ updatePost: ({ body }) => newPost(5, { text: body.text }) });
	await field.fill('A new text');
	api.handle({ getPost: deferred<never>().handler });
	await save.click();
	await expect.poll(() => onDone.mock.calls.length).toBe(1);
	expect(api.calls('getPost')).toHaveLength(2);
});
