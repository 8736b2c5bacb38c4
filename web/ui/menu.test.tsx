import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { IconButton } from './button.tsx';
import { Menu, MenuItem, MenuLink } from './menu.tsx';

function Actions({ onHide = () => {}, onMute = () => {}, defaultOpen = false }) {
	return (
		<Menu trigger={<IconButton label="More">…</IconButton>} defaultOpen={defaultOpen}>
			<MenuItem onSelect={onHide}>Hide</MenuItem>
			<MenuItem keepsOpen onSelect={onMute}>
				Mute
			</MenuItem>
			<MenuLink to="/wishlist">Wishlist</MenuLink>
		</Menu>
	);
}

const trigger = page.getByRole('button', { name: 'More' });
const menu = page.getByRole('menu');
const item = (name: string) => page.getByRole('menuitem', { name });

test('Menu opens by keyboard, is navigated with arrows, and returns the focus', async () => {
	const hide = vi.fn();
	await render(<Actions onHide={hide} />);
	await expect.element(trigger).toHaveAttribute('aria-haspopup', 'menu');
	await expect.element(trigger).toHaveAttribute('aria-expanded', 'false');
	await userEvent.tab();
	await expect.element(trigger).toHaveFocus();
	await userEvent.keyboard('{Enter}');
	await expect.element(menu).toBeVisible();
	await expect.element(trigger).toHaveAttribute('aria-expanded', 'true');
	await expect.element(item('Hide')).toHaveFocus();
	await userEvent.keyboard('{ArrowDown}');
	await expect.element(item('Mute')).toHaveFocus();
	await userEvent.keyboard('{ArrowUp}{Enter}');
	expect(hide).toHaveBeenCalledOnce();
	await expect.element(menu).not.toBeInTheDocument();
	await expect.element(trigger).toHaveFocus();
});

test('Menu closes on Escape without an action', async () => {
	const hide = vi.fn();
	await render(<Actions onHide={hide} />);
	await trigger.click();
	await expect.element(menu).toBeVisible();
	await userEvent.keyboard('{Escape}');
	await expect.element(menu).not.toBeInTheDocument();
	await expect.element(trigger).toHaveFocus();
	expect(hide).not.toHaveBeenCalled();
});

test('Menu opens on mount if it was loaded by its first tap', async () => {
	await render(<Actions defaultOpen />);
	await expect.element(menu).toBeVisible();
});

test('MenuItem with keepsOpen leaves the menu open', async () => {
	const mute = vi.fn();
	await render(<Actions onMute={mute} />);
	await trigger.click();
	await item('Mute').click();
	await expect.poll(() => mute.mock.calls.length).toBe(1);
	await expect.element(menu).toBeVisible();
});

test('MenuLink navigates to its path', async () => {
	const { address } = await render(<Actions />);
	await trigger.click();
	await item('Wishlist').click();
	await expect.poll(address).toBe('/wishlist');
});
