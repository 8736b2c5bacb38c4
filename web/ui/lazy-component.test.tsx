import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { lazyComponent } from './lazy-component.ts';

test('keeps the placeholder while the network is lost, and loads the component when it is back', async () => {
	let isOnline = false;
	const Part = lazyComponent(async () => {
		if (!isOnline) throw new TypeError('Failed to fetch');
		return () => <p>Loaded</p>;
	});
	await render(
		<Suspense fallback={<p>Waiting</p>}>
			<Part />
		</Suspense>,
	);
	await expect.element(page.getByText('Waiting')).toBeVisible();
	isOnline = true;
	window.dispatchEvent(new Event('online'));
	await expect.element(page.getByText('Loaded')).toBeVisible();
});
