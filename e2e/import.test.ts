import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import { profilePath } from '../contract/core/page-paths.ts';
import * as shopText from '../text/shared/shop.ts';
import * as importText from '../text/web/import.ts';
import { makePhoto } from './support/media-files.ts';
import { signUp } from './support/people.ts';
import { expect, test } from './support/test.ts';

const heading = (name: keyof typeof importText.tableColumns) => importText.tableColumns[name][0];

function makeTable(rows: readonly { title: string; photo: string }[]): string {
	const header = [heading('title'), heading('category'), heading('description'), heading('photos')];
	const lines = rows.map(({ title, photo }) => [title, 'Fashion & Apparel', 'Six yards.', photo]);
	return [header, ...lines].map((cells) => cells.join(',')).join('\r\n');
}

async function makePhotoZip(colours: readonly ('red' | 'blue')[]): Promise<Buffer> {
	const zip = new ZipFile();
	for (const colour of colours) zip.addBuffer(await readFile(await makePhoto(colour)), `shop/${colour}.jpg`);
	zip.end();
	return buffer(zip.outputStream);
}

test('posts the ads of a table with the photos of a zip', async ({ market }) => {
	const page = await market.newPhonePage();
	const { userName } = await signUp(page, '/dashboard/import');
	const rows = [
		{ title: 'Red ankara', photo: 'red.jpg' },
		{ title: 'Blue ankara', photo: 'blue.jpg' },
	];
	await page
		.getByLabel(importText.chooseTable, { exact: true })
		.setInputFiles({ name: 'ads.csv', mimeType: 'text/csv', buffer: Buffer.from(makeTable(rows)) });
	await page
		.getByLabel(importText.choosePhotos, { exact: true })
		.setInputFiles({ name: 'photos.zip', mimeType: 'application/zip', buffer: await makePhotoZip(['red', 'blue']) });
	await page.getByRole('button', { name: importText.post(2), exact: true }).click();
	await expect(page.getByRole('heading', { name: importText.doneTitle(2) })).toBeVisible();

	const visitor = await market.newPhonePage();
	await visitor.goto(profilePath(userName));
	const forSale = visitor.getByRole('region', { name: shopText.forSale });
	for (const { title } of rows) await expect(forSale.getByRole('link', { name: title })).toBeVisible();
});
