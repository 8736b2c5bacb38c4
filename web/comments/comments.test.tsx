import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Comment } from '../../contract/comments/comments.ts';
import * as commonText from '../../text/shared/common.ts';
import * as commentsText from '../../text/web/comments.ts';
import { findViolations } from '../testing/accessibility.ts';
import { logIn } from '../testing/browser-state.ts';
import {
	fakeApi,
	type Handlers,
	makeDeferredHandler,
	makeProblemResponse,
	throwNetworkError,
} from '../testing/fake-api.ts';
import { makePerson } from '../testing/posts.ts';
import { render } from '../testing/render.tsx';
import { WithActor } from '../testing/with-actor.tsx';
import { Comments } from './comments.tsx';
import type { DraftedQuestion } from './composer.tsx';

const field = page.getByLabelText(commentsText.addComment);
const send = page.getByRole('button', { name: commentsText.send });
const heading = page.getByRole('heading', { level: 2 });
const onLoginPrompt = vi.fn();

type CommentPage = { items: Comment[]; next_cursor: null };

function newComment(id: number, text: string, userName = 'mama_risi'): Comment {
	return {
		id,
		target: 'posts',
		target_id: 5,
		parent_id: null,
		text,
		author: makePerson(userName.length, userName),
		created_at: '2026-11-01T09:00:00.000Z',
		edited_at: null,
		replies: 0,
	};
}

async function open(handlers: Handlers = {}, count = 0) {
	const api = fakeApi({
		listComments: () => ({ items: [], next_cursor: null }),
		getSaved: () => ({ ids: [] }),
		...handlers,
	});
	await render(
		<WithActor onLoginPrompt={onLoginPrompt}>
			<Comments target="posts" id={5} count={count} />
		</WithActor>,
		{ api },
	);
	return api;
}

function PageWithQuestions() {
	const [question, setQuestion] = useState<DraftedQuestion | null>(null);
	return (
		<>
			{['', 'Is it available?', 'Do you deliver to '].map((text) => (
				<button key={text} type="button" onClick={() => setQuestion({ text })}>
					{text || 'Ask'}
				</button>
			))}
			<Comments target="ads" id={5} count={0} question={question} />
		</>
	);
}

test('puts a question into the form, but keeps what the user typed', async () => {
	const api = fakeApi({ listComments: () => ({ items: [], next_cursor: null }), getSaved: () => ({ ids: [] }) });
	await render(
		<WithActor>
			<PageWithQuestions />
		</WithActor>,
		{ api },
	);
	const tap = (name: string) => page.getByRole('button', { name }).click();
	await tap('Ask');
	await expect.element(field).toHaveFocus();
	await tap('Is it available?');
	await expect.element(field).toHaveValue('Is it available?');
	await tap('Do you deliver to ');
	await expect.element(field).toHaveFocus();
	await userEvent.keyboard('Yaba?');
	await expect.element(field).toHaveValue('Do you deliver to Yaba?');
	for (const name of ['Is it available?', 'Ask']) await tap(name);
	await expect.element(field).toHaveValue('Do you deliver to Yaba?');
});

test('keeps the text of a rejected comment while the list loads', async () => {
	logIn();
	const { handler, resolve } = makeDeferredHandler<CommentPage>();
	await open(
		{
			listComments: handler,
			createComment: () => makeProblemResponse(422, { code: 'invalid', message: 'Not like this' }),
		},
		1,
	);
	await expect.element(page.getByText(commentsText.loading)).toBeInTheDocument();
	await field.fill('How much?');
	await send.click();
	await expect.element(page.getByText('Not like this')).toBeVisible();
	resolve({ items: [newComment(1, 'From Jos this time')], next_cursor: null });
	await expect.element(page.getByText('From Jos this time')).toBeVisible();
	await expect.element(field).toHaveValue('How much?');
	await expect.element(heading).toHaveTextContent('Comments 1');
});

test('sends one comment on a double tap, counts it at once and marks it until it is saved', async () => {
	logIn();
	const { handler, resolve } = makeDeferredHandler<Comment>();
	const api = await open(
		{ createComment: handler, listComments: () => ({ items: [newComment(1, 'Ten left')], next_cursor: null }) },
		1,
	);
	await expect.element(page.getByText('Ten left')).toBeVisible();
	await field.fill('Still there tomorrow?');
	await send.dblClick();
	await expect.element(heading).toHaveTextContent('Comments 2');
	const own = page.getByRole('article', { name: commentsText.commentFrom('Ada Obi') });
	await expect.element(own.getByText(commentsText.sending)).toBeVisible();
	await expect.element(field).toHaveValue('');
	resolve(newComment(2, 'Still there tomorrow?', 'ada_obi'));
	await expect.element(page.getByText(commentsText.sending)).not.toBeInTheDocument();
	await expect.element(heading).toHaveTextContent('Comments 2');
	expect(api.calls('createComment').map(({ body }) => body)).toEqual([{ text: 'Still there tomorrow?' }]);
});

test('lists a comment sent before the list has loaded exactly once', async () => {
	logIn();
	const [list, sent] = [makeDeferredHandler<CommentPage>(), makeDeferredHandler<Comment>()];
	await open({ listComments: list.handler, createComment: sent.handler }, 1);
	await field.fill('Still there tomorrow?');
	await send.click();
	await expect.element(heading).toHaveTextContent('Comments 2');
	list.resolve({ items: [newComment(1, 'Ten left')], next_cursor: null });
	await expect.element(page.getByText('Ten left')).toBeVisible();
	const own = page.getByRole('article').filter({ hasText: 'Still there tomorrow?' });
	await expect.element(own.getByText(commentsText.sending)).toBeVisible();
	sent.resolve(newComment(2, 'Still there tomorrow?', 'ada_obi'));
	await expect.element(page.getByText(commentsText.sending)).not.toBeInTheDocument();
	expect(own.elements()).toHaveLength(1);
});

test('asks a visitor to log in on send and passes the comment on', async () => {
	onLoginPrompt.mockReset();
	const api = await open();
	await expect.element(page.getByText(commentsText.empty)).toBeVisible();
	await field.fill('How much a basket?');
	await send.click();
	const input = {
		target: 'posts',
		id: 5,
		text: 'How much a basket?',
		parentId: null,
		count: 0,
		key: expect.any(String),
	};
	expect(onLoginPrompt.mock.calls).toEqual([[commentsText.toComment, { action: 'comment', input }]]);
	await expect.element(field).toHaveValue('How much a basket?');
	expect(api.calls('createComment')).toEqual([]);
});

test('shows an inline error for replies that fail to load and retries on a tap', async () => {
	const api = await open(
		{
			listComments: () => ({ items: [{ ...newComment(1, 'Ten left'), replies: 1 }], next_cursor: null }),
			listReplies: throwNetworkError,
		},
		2,
	);
	await page.getByRole('button', { name: commentsText.replyCount(1) }).click();
	const alert = page.getByRole('alert').filter({ hasText: commentsText.repliesLoadFailed });
	await expect.element(alert).toBeVisible();
	await expect.element(page.getByRole('heading', { name: commentsText.repliesLoadFailed })).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	const replies = makeDeferredHandler<CommentPage>();
	api.handle({ listReplies: replies.handler });
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	await expect.element(page.getByRole('button', { name: commonText.tryAgain })).toHaveFocus();
	replies.resolve({ items: [newComment(2, 'Nine now', 'chidi')], next_cursor: null });
	await expect.element(page.getByText('Nine now')).toBeVisible();
});
