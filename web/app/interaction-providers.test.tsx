import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as commonText from '../../text/shared/common.ts';
import * as itemActionsText from '../../text/web/item-actions.ts';
import * as logInPromptText from '../../text/web/log-in-prompt.ts';
import * as networkBarText from '../../text/web/network-bar.ts';
import { LikeButton } from '../likes/like-button.tsx';
import { findViolations } from '../testing/accessibility.ts';
import { logIn } from '../testing/browser-state.ts';
import { fakeApi, type Handlers, throwNetworkError } from '../testing/fake-api.ts';
import { render } from '../testing/render.tsx';
import { InteractionProviders } from './interaction-providers.tsx';

const heart = page.getByRole('button', { name: itemActionsText.like, exact: false });
const dialog = page.getByRole('dialog', { name: logInPromptText.title(logInPromptText.toLike) });

async function open(handlers: Handlers = {}) {
	const api = fakeApi({
		listMyLikes: () => ({ ads: [], posts: [] }),
		getSaved: () => ({ ids: [] }),
		// The offline prefetch requests the enrollments.
		listMyEnrollments: () => ({ items: [] }),
		...handlers,
	});
	const rendered = await render(
		<InteractionProviders>
			<LikeButton target="posts" id={5} count={0} />
		</InteractionProviders>,
		{ api, url: '/?category=Motorcycles' },
	);
	return { api, ...rendered };
}

test('leads a visitor who likes something to the login and back, also by keyboard', async () => {
	await open();
	await expect.element(heart).toBeVisible();
	await userEvent.tab();
	await userEvent.keyboard('{Enter}');
	await expect
		.element(dialog.getByRole('link', { name: commonText.logIn, exact: true }))
		.toHaveAttribute('href', '/Login?next=%2F%3Fcategory%3DMotorcycles');
	expect(await findViolations()).toEqual([]);
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(heart).toHaveFocus();
});

test("performs a visitor's intent once after the login, at the same scroll position", async () => {
	const { api, address, goBack } = await open({ like: () => ({ liked: true, likes: 1 }) });
	await heart.click();
	await dialog.getByRole('link', { name: commonText.logIn, exact: true }).click();
	await expect.poll(address).toBe('/Login?next=%2F%3Fcategory%3DMotorcycles');
	logIn();
	goBack();
	await expect.element(heart).toHaveAccessibleName(itemActionsText.likeCount(1));
	await expect.poll(() => api.calls('like').map(({ params }) => params)).toEqual([{ target: 'posts', id: '5' }]);
});

test('discards a dismissed intent before the login', async () => {
	const { api } = await open();
	await heart.click();
	await dialog.getByRole('button', { name: commonText.close }).click();
	await expect.element(dialog).not.toBeInTheDocument();
	logIn();
	await expect.poll(() => api.calls('listMyLikes').length).toBe(1);
	await expect.element(heart).toHaveAccessibleName(itemActionsText.likeCount(0));
	expect(api.calls('like')).toEqual([]);
});

test('shows a call without a response as pending, and sends it once the network is back', async () => {
	logIn();
	const { api } = await open({ like: throwNetworkError });
	await heart.click();
	const waiting = page.getByRole('status').getByText(networkBarText.waiting(1), { exact: false });
	await expect.element(waiting).toBeVisible();
	await expect.element(heart).toHaveAccessibleName(itemActionsText.likeCount(1));
	const [{ headers } = expect.fail('no call')] = api.calls('like');
	api.handle({ like: () => ({ liked: true, likes: 1 }), listMyLikes: () => ({ ads: [], posts: [5] }) });
	window.dispatchEvent(new Event('online'));
	await expect.element(page.getByText(networkBarText.allSent)).toBeVisible();
	await expect.element(waiting).not.toBeInTheDocument();
	await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
	// Every retry must have the same idempotency key.
	expect(new Set(api.calls('like').map((call) => call.headers['idempotency-key']))).toEqual(
		new Set([headers['idempotency-key']]),
	);
});
