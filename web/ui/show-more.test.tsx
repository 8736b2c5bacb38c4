import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as commonText from '../../text/shared/common.ts';
import * as controlsText from '../../text/web/controls.ts';
import { render } from '../testing/render.tsx';
import { ShowMore } from './show-more.tsx';

const far = <div style={{ height: 5000 }} />;

/** List of three pages that load at once and take no space. */
function Pages() {
	const [pages, setPages] = useState(1);
	return pages < 3 ? <ShowMore loading={false} failed={false} onMore={() => setPages(pages + 1)} /> : 'That was all';
}

test('ShowMore loads once when the end of the list comes near', async () => {
	const more = vi.fn();
	await render(
		<>
			{far}
			<ShowMore loading={false} failed={false} onMore={more} />
		</>,
	);
	await new Promise(requestAnimationFrame);
	expect(more).not.toHaveBeenCalled();
	window.scrollTo(0, 5000);
	await expect.poll(() => more.mock.calls.length).toBe(1);
});

test('ShowMore loads again if the end is still near after it loaded', async () => {
	await render(<Pages />);
	await expect.element(page.getByText('That was all')).toBeVisible();
});

test('ShowMore is busy while loading', async () => {
	const more = vi.fn();
	await render(<ShowMore loading failed={false} onMore={more} />);
	await expect.element(page.getByRole('button', { name: controlsText.showMore })).toBeDisabled();
	expect(more).not.toHaveBeenCalled();
});

test('ShowMore waits for a tap after a failure', async () => {
	const more = vi.fn();
	await render(<ShowMore loading={false} failed onMore={more} />);
	await expect.element(page.getByRole('alert')).toHaveTextContent(controlsText.moreFailed);
	await new Promise(requestAnimationFrame);
	expect(more).not.toHaveBeenCalled();
	await page.getByRole('button', { name: commonText.tryAgain }).click();
	expect(more).toHaveBeenCalledOnce();
});

test('ShowMore waits for a tap while data is saved', async () => {
	const more = vi.fn();
	await render(<ShowMore loading={false} failed={false} onMore={more} />, { dataSaver: true });
	await new Promise(requestAnimationFrame);
	expect(more).not.toHaveBeenCalled();
	await page.getByRole('button', { name: controlsText.showMore }).click();
	expect(more).toHaveBeenCalledOnce();
});
