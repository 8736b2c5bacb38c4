import decodeQr from 'qr/decode.js';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as shopCardText from '../../../text/web/shop-card.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { logIn } from '../../testing/browser-state.ts';
import { fakeApi } from '../../testing/fake-api.ts';
import { renderRoute } from '../../testing/render.tsx';
import * as shopCardPage from './page.tsx';

/** Draws an SVG element on white and reads the QR code. */
async function readQrCode(svg: Element): Promise<string> {
	const image = new Image();
	const copy = svg.cloneNode(true) as SVGElement;
	for (const side of ['width', 'height']) copy.setAttribute(side, '400');
	image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
	await image.decode();
	const context = new OffscreenCanvas(400, 400).getContext('2d') as OffscreenCanvasRenderingContext2D;
	context.fillStyle = '#fff';
	context.fillRect(0, 0, 400, 400);
	context.drawImage(image, 0, 0);
	return decodeQr(context.getImageData(0, 0, 400, 400));
}

test('shows a code of the shop that a phone reads, and prints it', async () => {
	logIn();
	const print = vi.spyOn(window, 'print').mockImplementation(() => {});
	await renderRoute('/dashboard/shop-card', shopCardPage, { api: fakeApi({}) });
	const code = page.getByRole('img', { name: shopCardText.code('Ada Obi') });
	await expect.element(code).toBeVisible();
	expect(await readQrCode(code.element())).toBe(`${location.origin}/profile/user/ada_obi`);
	expect(await findViolations()).toEqual([]);
	await page.getByRole('button', { name: shopCardText.print }).click();
	expect(print).toHaveBeenCalledOnce();
});
