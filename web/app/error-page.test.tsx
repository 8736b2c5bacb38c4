import { use } from 'react';
import { data, useNavigation, useRevalidator } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as commonText from '../../text/shared/common.ts';
import * as errorsText from '../../text/web/errors.ts';
import { logIn } from '../testing/browser-state.ts';
import { renderRoute } from '../testing/render.tsx';
import { ErrorPage, layoutMeta } from './error-page.tsx';

const never = new Promise<never>(() => {});

/** Error boundary that suspends during loads, like a busy phone that renders nothing between the start and end of a load. */
function ErrorBoundary({ error }: { error: unknown }) {
	const navigation = useNavigation();
	const revalidator = useRevalidator();
	if ([navigation.state, revalidator.state].includes('loading')) use(never);
	return <ErrorPage error={error} />;
}

const missing = page.getByRole('heading', { name: errorsText.notFoundTitle });

/** Opens a page whose loader fails with 404 the first time and succeeds the second time, like an ad that only its owner can see. */
async function open() {
	let loads = 0;
	const { address } = await renderRoute(
		'/feed/1',
		{
			clientLoader: () => {
				loads++;
				if (loads === 1) throw data({ message: 'Not found' }, { status: 404 });
				return null;
			},
			default: () => <h1>Blue cloth</h1>,
			ErrorBoundary,
		},
		{ url: '/feed/1?from=share' },
	);
	return { address, loads: () => loads };
}

test('reloads a missing page with the session, and shows it even after a fast response', async () => {
	logIn();
	const { address, loads } = await open();
	await expect.element(page.getByRole('heading', { name: 'Blue cloth' })).toBeVisible();
	await expect.element(missing).not.toBeInTheDocument();
	expect(loads()).toBe(2);
	expect(address()).toBe('/feed/1?from=share');
});

test('a missing page says so in its title, and search engines do not list it', () => {
	const error = { status: 404, statusText: 'Not Found', internal: false, data: null };
	expect(layoutMeta({ error, matches: [] })).toEqual([
		{ title: `${errorsText.notFoundPageTitle} · Kasuwa` },
		{ name: 'robots', content: 'noindex' },
	]);
});

test('links a visitor back from a missing page', async () => {
	const { loads } = await open();
	await expect.element(missing).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'Phones & Tablets' })).toBeVisible();
	await expect.element(page.getByRole('link', { name: commonText.goToMarket })).toHaveAttribute('href', '/');
	expect(loads()).toBe(1);
});
