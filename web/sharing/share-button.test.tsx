import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as messages from '../../contract/core/messages.ts';
import * as commonText from '../../text/shared/common.ts';
import * as sharingText from '../../text/web/sharing.ts';
import { findViolations } from '../testing/accessibility.ts';
import { render } from '../testing/render.tsx';
import { ShareButton } from './share-button.tsx';

const button = page.getByRole('button', { name: sharingText.share });
const dialog = page.getByRole('dialog', { name: sharingText.titles.ad });
const address = `${location.origin}/feed/1/indigo-cloth`;

async function open() {
	await render(<ShareButton title="Indigo cloth" path="/feed/1/indigo-cloth" what="ad" />);
	await button.click();
	await expect.element(dialog).toBeVisible();
}

test('links to the networks with the page’s URL, in new tabs', async () => {
	await open();
	expect(await findViolations()).toEqual([]);
	for (const name of [commonText.whatsapp, sharingText.facebook, sharingText.x]) {
		const link = dialog.getByRole('link', { name: `${name} ${commonText.opensInNewTab}` });
		await expect.element(link).toHaveAttribute('target', '_blank');
		expect(link.element().getAttribute('href')).toContain(encodeURIComponent(address));
	}
});

test('copies the link, shows a notice, and returns the focus', async () => {
	const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	await open();
	await expect.element(dialog.getByLabelText(sharingText.link)).toHaveValue(address);
	await dialog.getByRole('button', { name: commonText.copy }).click();
	await expect.element(page.getByText(messages.linkCopied)).toBeVisible();
	expect(writeText.mock.calls).toEqual([[address]]);
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(button).toHaveFocus();
});

test('selects and copies the link with execCommand if the clipboard is blocked', async () => {
	vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'));
	const selected: string[] = [];
	vi.spyOn(document, 'execCommand').mockImplementation((command) => {
		const { value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement;
		selected.push(`${command} ${value.slice(selectionStart ?? 0, selectionEnd ?? 0)}`);
		return true;
	});
	await open();
	await dialog.getByRole('button', { name: commonText.copy }).click();
	await expect.element(page.getByText(messages.linkCopied)).toBeVisible();
	expect(selected).toEqual([`copy ${address}`]);
});

test('copies the code that embeds an ad', async () => {
	const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
	await open();
	await dialog.getByRole('button', { name: sharingText.copyEmbedCode }).click();
	await expect.element(page.getByText(sharingText.embedCodeCopied)).toBeVisible();
	expect(writeText.mock.calls[0]?.[0]).toContain(`<iframe src="${location.origin}/embed/ads/1" `);
});

test('offers no code for what other sites cannot embed', async () => {
	await render(<ShareButton title="Mama Risi" path="/profile/user/risi" what="profile" />);
	await button.click();
	await expect.element(page.getByRole('dialog', { name: sharingText.titles.profile })).toBeVisible();
	await expect.element(page.getByRole('button', { name: sharingText.copyEmbedCode })).not.toBeInTheDocument();
});
