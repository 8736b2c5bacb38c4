import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import * as commonText from '../../text/shared/common.ts';
import { render } from '../testing/render.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { Spinner } from './spinner.tsx';
import { TextField } from './text-field.tsx';
import { toast } from './toast.ts';

function DialogExample({ fieldFirst = false }: { fieldFirst?: boolean }) {
	const [open, setOpen] = useState(false);
	return (
		<>
			<Button onClick={() => setOpen(true)}>Share</Button>
			<Dialog
				open={open}
				onClose={() => setOpen(false)}
				title="Share this ad"
				description="Send the link to anybody."
				focusFirstField={fieldFirst}
			>
				<TextField label="Link" />
				<Button>Copy</Button>
			</Dialog>
		</>
	);
}

const opener = page.getByRole('button', { name: 'Share', exact: true });
const dialog = page.getByRole('dialog', { name: 'Share this ad' });

beforeEach(() => page.viewport(360, 740));

test('Dialog has its title as name and a description', async () => {
	await render(<DialogExample />);
	await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
	await opener.click();
	await expect.element(dialog).toBeVisible();
	await expect.element(dialog).toHaveAccessibleDescription('Send the link to anybody.');
	await expect.element(page.getByRole('heading', { name: 'Share this ad' })).toBeVisible();
});

test('Dialog traps the focus and returns it', async () => {
	await render(<DialogExample />);
	await opener.click();
	await expect.element(page.getByRole('button', { name: commonText.close })).toHaveFocus();
	await userEvent.tab();
	await expect.element(page.getByLabelText('Link')).toHaveFocus();
	await userEvent.tab();
	await expect.element(page.getByRole('button', { name: 'Copy' })).toHaveFocus();
	await userEvent.tab();
	await expect.element(page.getByRole('button', { name: commonText.close })).toHaveFocus();
	await userEvent.tab({ shift: true });
	await expect.element(page.getByRole('button', { name: 'Copy' })).toHaveFocus();
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(opener).toHaveFocus();
});

/** Shows a notice and gives it the focus. */
async function focusNotice(): Promise<Locator> {
	toast('Saved');
	const notice = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
	await expect.element(notice).toBeVisible();
	focus(opener);
	focus(notice);
	await expect.element(notice).toHaveFocus();
	return notice;
}

const focus = (target: Locator) => (target.element() as HTMLElement).focus();

/** Clicks the opener and leaves the focus where it is, like Tab right after a click on a button whose dialog is still loading. */
const openWithoutFocus = () => (opener.element() as HTMLElement).click();

test('Dialog takes the focus from a notice, and returns it to the element before the notice', async () => {
	await render(<DialogExample />);
	const notice = await focusNotice();
	openWithoutFocus();
	await expect.element(page.getByRole('button', { name: commonText.close })).toHaveFocus();
	await userEvent.tab();
	await expect.element(page.getByLabelText('Link')).toHaveFocus();
	// A notice stays while the pointer is on it.
	await page.getByRole('heading', { name: 'Share this ad' }).hover();
	await expect.element(notice).not.toBeInTheDocument();
	await expect.element(page.getByLabelText('Link')).toHaveFocus();
	await userEvent.keyboard('{Escape}');
	await expect.element(opener).toHaveFocus();
});

test('Dialog takes the focus from a notice that gets it while the dialog opens', async () => {
	await render(<DialogExample />);
	const notice = await focusNotice();
	const observer = new MutationObserver(() => {
		if (dialog.elements().length === 0) return;
		observer.disconnect();
		focus(notice);
	});
	observer.observe(document.body, { childList: true, subtree: true });
	openWithoutFocus();
	await expect.element(page.getByRole('button', { name: commonText.close })).toHaveFocus();
	await userEvent.tab();
	await expect.element(page.getByLabelText('Link')).toHaveFocus();
});

test('Dialog focuses its first field on request, except on touch screens', async () => {
	await render(<DialogExample fieldFirst />);
	await opener.click();
	await expect.element(page.getByLabelText('Link')).toHaveFocus();
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();

	// On a touch screen, no field gets the focus, because it would open the keyboard.
	vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: false } as MediaQueryList);
	await opener.click();
	await expect.element(dialog).toBeVisible();
	await expect.element(page.getByRole('button', { name: commonText.close })).toHaveFocus();
});

test.for([
	['its button', () => page.getByRole('button', { name: commonText.close }).click()],
	['Escape', () => userEvent.keyboard('{Escape}')],
	['a tap beside it', () => userEvent.click(document.elementFromPoint(180, 20) ?? document.body)],
] as const)('Dialog closes by %s', async ([, close]) => {
	await render(<DialogExample />);
	await opener.click();
	await expect.element(dialog).toBeVisible();
	await close();
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(opener).toHaveFocus();
});

test('Dialog is a bottom sheet on phones and centred on larger screens', async () => {
	await render(<DialogExample />);
	await opener.click();
	const getRect = () => page.getByRole('dialog').element().getBoundingClientRect();
	await expect.poll(() => [getRect().left, getRect().right, getRect().bottom]).toEqual([0, 360, 740]);
	await page.viewport(1280, 800);
	// The dialog is not exactly centred, because the scroll bar takes some of the width.
	await expect.poll(() => Math.abs(getRect().left + getRect().right - 1280)).toBeLessThan(20);
	await expect.poll(() => Math.abs(getRect().top + getRect().bottom - 800)).toBeLessThanOrEqual(1);
	expect(getRect().width).toBeLessThan(500);
});

test('Dialog shows its overlay on top', async () => {
	const withSpinner = (over: ReactNode) => (
		<Dialog open onClose={() => {}} title="Enroll" overlay={over}>
			<Button>Enroll Now</Button>
		</Dialog>
	);
	const { rerender } = await render(withSpinner(null));
	await expect.element(page.getByRole('dialog')).toBeVisible();
	rerender(withSpinner(<Spinner fullScreen translucent label="Sending your request" />));
	await expect.element(page.getByRole('status').filter({ hasText: 'Sending your request' })).toBeVisible();
	const { x, y, width, height } = page.getByRole('button', { name: 'Enroll Now' }).element().getBoundingClientRect();
	const top = document.elementFromPoint(x + width / 2, y + height / 2);
	expect(top?.closest('[role=status]')).not.toBeNull();
});

test('Dialog is covered by a dialog inside it, which closes first', async () => {
	const close = vi.fn();
	const closeInner = vi.fn();
	await render(
		<Dialog
			open
			large
			onClose={close}
			title="Edit"
			overlay={<Dialog open onClose={closeInner} title="Discard your changes?" />}
		>
			<Button>Save</Button>
		</Dialog>,
	);
	const inner = page.getByRole('dialog', { name: 'Discard your changes?' });
	await expect.element(inner).toBeVisible();
	// The outer dialog fills the screen, so that only the inner backdrop can be at its top.
	const backdrop = document.elementFromPoint(180, 20) as Element;
	expect(page.getByRole('dialog', { includeHidden: true }).elements()).not.toContain(backdrop.closest('[role=dialog]'));
	await userEvent.keyboard('{Escape}');
	await userEvent.click(backdrop, { position: { x: 180, y: 20 } });
	expect([close.mock.calls.length, closeInner.mock.calls.length]).toEqual([0, 2]);
});

test('ConfirmDialog distinguishes confirming from cancelling', async () => {
	const confirm = vi.fn();
	const close = vi.fn();
	await render(
		<ConfirmDialog
			open
			title="Delete this ad?"
			description="It cannot be brought back."
			action="Delete ad"
			danger
			onConfirm={confirm}
			onClose={close}
		/>,
	);
	await page.getByRole('button', { name: commonText.cancel }).click();
	expect([confirm.mock.calls.length, close.mock.calls.length]).toEqual([0, 1]);
	await page.getByRole('button', { name: 'Delete ad' }).click();
	expect([confirm.mock.calls.length, close.mock.calls.length]).toEqual([1, 1]);
	await userEvent.keyboard('{Escape}');
	expect([confirm.mock.calls.length, close.mock.calls.length]).toEqual([1, 2]);
});

test('ConfirmDialog shows a custom cancel label', async () => {
	const close = vi.fn();
	await render(
		<ConfirmDialog
			open
			title="Leave?"
			description=""
			action="Leave"
			dismissal="Stay here"
			onConfirm={() => {}}
			onClose={close}
		/>,
	);
	await page.getByRole('button', { name: 'Stay here' }).click();
	expect(close).toHaveBeenCalledOnce();
	await expect.element(page.getByRole('button', { name: commonText.cancel })).not.toBeInTheDocument();
});
