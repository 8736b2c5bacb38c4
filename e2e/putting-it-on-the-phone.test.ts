import sharp from 'sharp';
import * as pageTitlesText from '../contract/text/page-titles.ts';
import { expectHeading } from './support/expect.ts';
import { expect, test } from './support/test.ts';

interface File {
	src: string;
	sizes: string;
	type: string;
	purpose?: string;
}

test('the market can be installed as an app', async ({ market }) => {
	const page = await market.phone();
	await page.goto('/');
	await expectHeading(page, pageTitlesText.trending);
	const session = await page.context().newCDPSession(page);
	const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
	// A browser without a profile of its own installs nothing; that is all there is against it.
	expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
	const { url, errors } = await session.send('Page.getAppManifest');
	expect(errors).toEqual([]);
	expect(url).toBe(`${market.address}/manifest.webmanifest`);
});

test('every picture and shortcut that the manifest names is there, as it says', async ({ market }) => {
	const answer = await fetch(`${market.address}/manifest.webmanifest`);
	expect(answer.headers.get('content-type')).toBe('application/manifest+json');
	const manifest = (await answer.json()) as {
		icons: File[];
		screenshots: File[];
		shortcuts: { url: string; icons: File[] }[];
	};
	const { icons, screenshots, shortcuts } = manifest;
	expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
		'192x192 any',
		'512x512 any',
		'512x512 maskable',
	]);
	for (const { src, sizes, type } of [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)]) {
		const file = await fetch(`${market.address}${src}`);
		expect(file.headers.get('content-type'), src).toBe(type);
		const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
		expect(`${width}x${height}`, src).toBe(sizes);
	}
	for (const { url } of shortcuts) expect((await fetch(`${market.address}${url}`)).status, url).toBe(200);
});
