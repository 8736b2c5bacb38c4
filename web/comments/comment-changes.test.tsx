import { Link, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as commonText from '../../text/shared/common.ts';
import * as commentsText from '../../text/web/comments.ts';
import * as controlsText from '../../text/web/controls.ts';
import { logIn } from '../testing/browser-state.ts';
import { fakeApi, type Handlers, makeDeferredHandler, makeProblemResponse } from '../testing/fake-api.ts';
import { makeComment } from '../testing/posts.ts';
import { render, renderRoute } from '../testing/render.tsx';
import { WithOutbox } from '../testing/with-outbox.tsx';
import { Comments } from './comments.tsx';

const comment = page.getByRole('article', { name: /^Comment from/ });
const newCommentField = page.getByLabelText(commentsText.addComment);
const editField = page.getByLabelText(commentsText.yourComment);
const edit = comment.getByRole('button', { name: commonText.edit });
const question = page.getByText(commonText.leaveWithoutSaving);

/** Page at two paths: `/dashboard` shows a link to the comments, any other path shows comments in the middle of a long page. */
function LongPage() {
	if (useLocation().pathname === '/dashboard') return <Link to="/mypromotweet#comments">To answer</Link>;
	return (
		<>
			<div style={{ height: 3000 }} />
			<Comments target="posts" id={5} count={1} />
			<div style={{ height: 3000 }} />
		</>
	);
}

/** Logs in and renders a post's comments, one of them written by the logged-in account. */
async function open(handlers: Handlers = {}) {
	const { id, user_name, display_name, user_image } = logIn();
	const own = makeComment(8, { text: 'Ask me', author: { id, user_name, display_name, user_image } });
	const api = fakeApi({ listComments: () => ({ items: [own], next_cursor: null }), ...handlers });
	await render(
		<WithOutbox>
			<Comments target="posts" id={5} count={1} />
		</WithOutbox>,
		{ api },
	);
	await expect.element(comment.getByText('Ask me', { exact: true })).toBeVisible();
	return { api, own };
}

test('asks before it discards an edit', async () => {
	await open();
	await edit.click();
	await editField.fill('Ask me first');
	await comment.getByRole('button', { name: commonText.cancel }).click();
	await expect.element(question).toBeVisible();
	await expect.element(editField).toHaveValue('Ask me first');
	await expect.element(comment.getByRole('button', { name: controlsText.leave, exact: true })).toBeVisible();
	await editField.click();
	await userEvent.keyboard('{Escape}');
	await expect.element(editField).not.toBeInTheDocument();
	await expect.element(comment.getByText('Ask me', { exact: true })).toBeVisible();
});

test('reopens a rejected edit without taking the focus from another field', async () => {
	const busy = 'Too busy. Try again in a moment.';
	const response = makeDeferredHandler<Response>();
	const { api, own } = await open({ updateComment: response.handler });
	await edit.click();
	await editField.fill('Ask me on Monday');
	await comment.getByRole('button', { name: commonText.save }).click();
	await expect.element(editField).not.toBeInTheDocument();
	await newCommentField.click();
	response.resolve(makeProblemResponse(503, { code: 'unavailable', message: busy }));
	await expect.element(page.getByText(busy)).toBeVisible();
	await expect.element(editField).toHaveValue('Ask me on Monday');
	await expect.element(newCommentField).toHaveFocus();

	const changed = { ...own, text: 'Ask me on Monday', edited_at: '2026-11-02T09:00:00.000Z' };
	api.handle({ updateComment: () => changed });
	await comment.getByRole('button', { name: commonText.save }).click();
	await expect.element(comment.getByText(commonText.edited, { exact: false })).toBeVisible();
	await expect.element(comment.getByText('Ask me on Monday', { exact: true })).toBeVisible();
	expect(api.calls('updateComment').map(({ body }) => body)).toEqual([
		{ text: 'Ask me on Monday' },
		{ text: 'Ask me on Monday' },
	]);
});

test('keeps a started reply during an edit and asks before it discards it', async () => {
	await open();
	const reply = page.getByRole('textbox', { name: /^Reply to/ });
	await comment.getByRole('button', { name: /^Reply to/ }).click();
	await reply.fill('I do');
	await edit.click();
	await editField.click();
	await userEvent.keyboard('{Escape}');
	await expect.element(editField).not.toBeInTheDocument();
	await expect.element(reply).toHaveValue('I do');
	await reply.click();
	await userEvent.keyboard('{Escape}');
	await expect.element(page.getByText(commentsText.leaveWithoutSending)).toBeVisible();
	await userEvent.keyboard('{Escape}');
	await expect.element(reply).not.toBeInTheDocument();
});

test('scrolls to the comments of a long page from a link to them', async () => {
	const api = fakeApi({ listComments: () => ({ items: [makeComment(8)], next_cursor: null }) });
	await renderRoute('/:page', { default: LongPage }, { api, url: '/dashboard' });
	await page.getByRole('link', { name: 'To answer' }).click();
	await expect.element(comment).toBeVisible();
	const heading = page.getByRole('heading', { name: /^Comments/ });
	await expect.poll(() => Math.round(heading.element().getBoundingClientRect().top)).toBeLessThan(200);
	expect(window.scrollY).toBeGreaterThan(2000);
});
