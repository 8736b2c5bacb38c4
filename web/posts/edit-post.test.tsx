import { useQuery } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as commonText from '../../text/shared/common.ts';
import * as controlsText from '../../text/web/controls.ts';
import * as errorsText from '../../text/web/errors.ts';
import { useApi } from '../platform/api.ts';
import {
	fakeApi,
	type Handlers,
	makeDeferredHandler,
	makeProblemResponse,
	throwNetworkError,
} from '../testing/fake-api.ts';
import { makePost } from '../testing/posts.ts';
import { render } from '../testing/render.tsx';
import { EditPost } from './edit-post.tsx';
import { postQuery } from './queries.ts';

const post = makePost(5);
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

test('closes the form after saving, without waiting for a refetch', async () => {
	const api = await open({ updatePost: ({ body }) => makePost(5, { text: body.text }) });
	await field.fill('A new text');
	api.handle({ getPost: makeDeferredHandler<never>().handler });
	await save.click();
	await expect.poll(() => onDone.mock.calls.length).toBe(1);
	expect(api.calls('getPost')).toHaveLength(2);
});

test('shows validation, server and network errors and keeps the text', async () => {
	const failures = [
		() => makeProblemResponse(422, { code: 'invalid', message: 'No', fields: { text: 'Not these words' } }),
		throwNetworkError,
	];
	const api = await open({ updatePost: () => failures.shift()?.() ?? post });
	await field.fill(' ');
	await save.click();
	await expect.element(field).toHaveAccessibleDescription(commonText.writeSomething);
	await expect.element(field).toHaveFocus();
	expect(api.calls('updatePost')).toEqual([]);
	await field.fill('A new text');
	await save.click();
	await expect.element(field).toHaveAccessibleDescription('Not these words');
	await save.click();
	await expect.element(page.getByRole('alert').getByText(errorsText.noResponse)).toBeVisible();
	await expect.element(field).toHaveValue('A new text');
	expect(onDone).not.toHaveBeenCalled();
});

test('asks before it discards unsaved text', async () => {
	await open({});
	await field.fill('A new text');
	await userEvent.keyboard('{Escape}');
	const question = page.getByText(commonText.leaveWithoutSaving);
	await expect.element(question).toBeVisible();
	await field.fill('A newer text');
	await expect.element(question).not.toBeInTheDocument();
	await userEvent.keyboard('{Escape}');
	await page.getByRole('button', { name: controlsText.leave }).click();
	expect(onDone).toHaveBeenCalledOnce();
});
