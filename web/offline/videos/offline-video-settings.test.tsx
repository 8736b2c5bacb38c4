import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as offlineVideosText from '../../../text/web/offline-videos.ts';
import { offlineVideos } from '../../player/offline-video-list.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { listStoredFiles, makeRendition, storeVideo, stubConnection } from '../../testing/offline-videos.ts';
import { render } from '../../testing/render.tsx';
import { OfflineVideoSettings } from './offline-video-settings.tsx';
import { downloadAheadChoice, removedIds } from './offline-videos.ts';

const toggle = page.getByRole('switch', { name: offlineVideosText.switchLabel });
const removeAll = page.getByRole('button', { name: offlineVideosText.removeAll });

test('turns downloads on Wi-Fi on and off, with their limit', async () => {
	stubConnection('cellular');
	await render(<OfflineVideoSettings />);
	await expect.element(toggle).not.toBeChecked();
	await expect.element(page.getByText(offlineVideosText.switchHint('300 MB'))).toBeVisible();
	await toggle.click();
	await expect.element(toggle).toBeChecked();
	expect(downloadAheadChoice.get()).toBe(true);
	await toggle.click();
	expect(downloadAheadChoice.get()).toBe(false);
	expect(await findViolations()).toEqual([]);
});

test('says that the choice has no effect where the browser does not tell the connection', async () => {
	stubConnection(undefined);
	downloadAheadChoice.set(true);
	await render(<OfflineVideoSettings />);
	await expect.element(toggle).toBeDisabled();
	await expect.element(toggle).not.toBeChecked();
	await expect.element(page.getByText(offlineVideosText.connectionUnknown)).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('removes all videos after a confirmation, and keeps the focus', async () => {
	await storeVideo(5, makeRendition('five', 1_048_576));
	await storeVideo(6, makeRendition('six', 2_097_152));
	await render(<OfflineVideoSettings />);
	await expect.element(page.getByText(`${offlineVideosText.count(2)} · 3.0 MB`)).toBeVisible();
	await removeAll.click();
	const dialog = page.getByRole('dialog', { name: offlineVideosText.removeAllTitle });
	await expect.element(dialog).toBeVisible();
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	expect(offlineVideos.get()).toHaveLength(2);
	await removeAll.click();
	await dialog.getByRole('button', { name: offlineVideosText.removeAll }).click();
	await expect.element(page.getByText(`${offlineVideosText.count(0)} · 0.0 MB`)).toBeVisible();
	await expect.poll(() => document.activeElement).toBe(removeAll.element());
	await expect.poll(listStoredFiles).toEqual([]);
	expect(removedIds.get()).toEqual([6, 5]);
	expect(await findViolations()).toEqual([]);
	await userEvent.keyboard('{Enter}');
	await expect.element(dialog).not.toBeInTheDocument();
});

test('offers nothing where the browser cannot store videos', async () => {
	const own = Object.getOwnPropertyDescriptor(window, 'caches') ?? expect.fail('no caches');
	Reflect.deleteProperty(window, 'caches');
	try {
		await render(<OfflineVideoSettings />);
		await expect.element(toggle).not.toBeInTheDocument();
		await expect.element(page.getByText(offlineVideosText.title)).not.toBeInTheDocument();
	} finally {
		Object.defineProperty(window, 'caches', own);
	}
});
