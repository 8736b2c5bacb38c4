import { Link, useSearchParams } from 'react-router';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useTitle } from '../platform/page-meta.ts';
import { renderRoute } from '../testing/render.tsx';
import { TitleAnnouncer } from './title-announcer.tsx';

function Market() {
	const [params] = useSearchParams();
	useTitle(params.get('category') ?? 'Market');
	return (
		<>
			<TitleAnnouncer />
			<Link to="/?category=Bags">Bags</Link>
			<Link to="/?category=Bags&amp;max=9">Cheap bags</Link>
			<Link to="/">All</Link>
			<input aria-label="Words" onChange={({ target }) => (document.title = target.value)} />
		</>
	);
}

const announcement = () => document.querySelector('[aria-live=polite]')?.textContent;

test('announces a new title, but not the first one, nor filters of the same list', async () => {
	document.title = 'Market · Kasuwa';
	const { goBack, address } = await renderRoute('/', { default: Market });
	const open = async (name: string) => {
		page.getByRole('link', { name, exact: true }).element().focus();
		await userEvent.keyboard('{Enter}');
	};
	await expect.element(page.getByRole('link', { name: 'All' })).toBeVisible();
	expect(announcement()).toBe('');
	await open('Bags');
	await expect.poll(announcement).toBe('Bags · Kasuwa');
	// The link keeps the focus, so a keyboard user goes on from there.
	await expect.element(page.getByRole('link', { name: 'Bags', exact: true })).toHaveFocus();
	const changes: MutationRecord[] = [];
	const observer = new MutationObserver((records) => changes.push(...records));
	const region = document.querySelector('[aria-live=polite]') ?? expect.fail('no live region');
	observer.observe(region, { childList: true, characterData: true, subtree: true });
	await open('Cheap bags');
	await expect.poll(address).toBe('/?category=Bags&max=9');
	expect(changes).toEqual([]);
	goBack();
	goBack();
	await expect.poll(announcement).toBe('Market · Kasuwa');
});

test('announces no title while a visitor types', async () => {
	document.title = 'Market · Kasuwa';
	await renderRoute('/', { default: Market });
	const field = page.getByRole('textbox', { name: 'Words' });
	await field.fill('red bag');
	expect(document.title).toBe('red bag');
	field.element().blur();
	await page.getByRole('link', { name: 'Bags', exact: true }).click();
	await expect.poll(announcement).toBe('Bags · Kasuwa');
});
