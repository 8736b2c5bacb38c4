import { use } from 'react';
import { data, useNavigation, useRevalidator } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import * as errorsText from '../../contract/text/errors.ts';
import { logIn } from '../testing/browser-state.ts';
import { renderRoute } from '../testing/render.tsx';
import { ErrorPage } from './error-page.tsx';

const never = new Promise<never>(() => {});

/** React renders nothing of what happens between a load's start and its end, as on a busy phone. */
function ErrorBoundary({ error }: { error: unknown }) {
	const navigation = useNavigation();
	const revalidator = useRevalidator();
	if ([navigation.state, revalidator.state].includes('loading')) use(never);
	return <ErrorPage error={error} />;
}

const missing = page.getByRole('heading', { name: errorsText.notFoundTitle });

/** Opens a page that its loader finds from the second time on, as an ad that only its owner may see. */
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
		{ at: '/feed/1?from=share' },
	);
	return { address, loads: () => loads };
}

test('loads a missing page again with the session, and shows it however fast the response comes', async () => {
	logIn();
	const { address, loads } = await open();
	await expect.element(page.getByRole('heading', { name: 'Blue cloth' })).toBeVisible();
	await expect.element(missing).not.toBeInTheDocument();
	expect(loads()).toBe(2);
	expect(address()).toBe('/feed/1?from=share');
});

test('shows a visitor the ways back from a missing page', async () => {
	const { loads } = await open();
	await expect.element(missing).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'Motorcycles' })).toBeVisible();
	expect(loads()).toBe(1);
});
