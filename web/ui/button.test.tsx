import { type FormEvent, useState } from 'react';
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

/** A form whose button starts to load when it is pressed. */
function LoadingForm({ onPress, onSend }: { onPress: () => void; onSend: (event: FormEvent) => void }) {
	const [isLoading, setLoading] = useState(false);
	function start() {
		onPress();
		setLoading(true);
	}
	return (
		<form onSubmit={onSend}>
			<input aria-label="Title" />
			<Button type="submit" loading={isLoading} onClick={start}>
				Post ad
			</Button>
		</form>
	);
}

test('Button keeps the focus while loading, but neither clicks nor submits its form', async () => {
	const press = vi.fn();
	const send = vi.fn((event: FormEvent) => event.preventDefault());
	await render(<LoadingForm onPress={press} onSend={send} />);
	const button = page.getByRole('button', { name: 'Post ad' });
	await button.click();
	await expect.element(button).toHaveAttribute('aria-busy', 'true');
	await expect.element(button).toHaveAttribute('aria-disabled', 'true');
	await expect.element(button).toHaveFocus();
	expect(send).toHaveBeenCalledOnce();
	await button.click({ force: true });
	await userEvent.keyboard('{Enter}');
	await page.getByLabelText('Title').click();
	await userEvent.keyboard('{Enter}');
	expect(press).toHaveBeenCalledOnce();
	expect(send).toHaveBeenCalledOnce();
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
