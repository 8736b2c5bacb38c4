import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { Button, ButtonLink, IconButton } from './button.tsx';

test('Button reacts to tap, Enter and space, and does not submit a form', async () => {
	const press = vi.fn();
	const send = vi.fn();
	await render(
		<form onSubmit={send}>
			<Button onClick={press}>Post ad</Button>
		</form>,
	);
	const button = page.getByRole('button', { name: 'Post ad' });
	await button.click();
	await expect.element(button).toHaveFocus();
	await userEvent.keyboard('{Enter} ');
	expect(press).toHaveBeenCalledTimes(3);
	expect(send).not.toHaveBeenCalled();
});

test('Button is disabled and busy while loading', async () => {
	const press = vi.fn();
	await render(
		<Button loading onClick={press}>
			Post ad
		</Button>,
	);
	const button = page.getByRole('button', { name: 'Post ad' });
	await expect.element(button).toBeDisabled();
	await expect.element(button).toHaveAttribute('aria-busy', 'true');
	await button.click({ force: true });
	expect(press).not.toHaveBeenCalled();
	expect(button.element().querySelector('svg[aria-hidden]')).not.toBeNull();
});

test('Button is at least 44 pixels high and wide in every size', async () => {
	await render(
		<>
			<Button>Medium</Button>
			<Button size="large">Large</Button>
			<IconButton label="Close">x</IconButton>
		</>,
	);
	for (const { height, width } of [...document.querySelectorAll('button')].map((one) => one.getBoundingClientRect())) {
		expect(Math.min(height, width)).toBeGreaterThanOrEqual(44);
	}
});

test('ButtonLink navigates to its path', async () => {
	const { address } = await render(<ButtonLink to="/dashboard?from=here">My uploads</ButtonLink>);
	await page.getByRole('link', { name: 'My uploads' }).click();
	await expect.poll(address).toBe('/dashboard?from=here');
});

test('IconButton has an accessible name and a tooltip', async () => {
	const press = vi.fn();
	await render(
		<IconButton label="Remove video" onClick={press}>
			<svg aria-hidden />
		</IconButton>,
	);
	const button = page.getByRole('button', { name: 'Remove video' });
	await expect.element(button).toHaveAttribute('title', 'Remove video');
	await button.click();
	expect(press).toHaveBeenCalledOnce();
});
