import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { NetworkError } from '../../../contract/core/client.ts';
import { formatCsv } from '../../../contract/core/csv.ts';
import * as messages from '../../../contract/core/messages.ts';
import type { Import } from '../../../contract/imports/imports.ts';
import * as commonText from '../../../text/shared/common.ts';
import { pictureRejections } from '../../../text/shared/media-api.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as importText from '../../../text/web/import.ts';
import { clearAccountData } from '../../app/clear-account-data.ts';
import { columnNames, getColumnHeading, type TableCells } from '../../imports/columns.ts';
import { openPhotos } from '../../imports/photos.ts';
import { checkRows } from '../../imports/rows.ts';
import { readStoredImport, type StoredImport, storeImport, storeProgress } from '../../imports/stored-import.ts';
import { getImportKeys } from '../../imports/stored-import-keys.ts';
import { openZip } from '../../imports/zip.ts';
import { removeFromIndexedDb } from '../../platform/indexed-db.ts';
import { withLock } from '../../platform/locks.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeOwnAdDetails } from '../../testing/ads.ts';
import { logIn, makeSession } from '../../testing/browser-state.ts';
import { fakeApi, type Handlers, makeProblemResponse, throwNetworkError } from '../../testing/fake-api.ts';
import {
	getFormFile,
	interceptForms,
	makePhoto,
	respondWithUploadedFile,
	uploadHandlers,
} from '../../testing/files.ts';
import { renderRoute } from '../../testing/render.tsx';
import { makeZip } from '../../testing/zip-file.ts';
import * as importPage from './page.tsx';

vi.mock('../../imports/zip.ts', { spy: true });

const tableInput = page.getByLabelText(importText.chooseTable, { exact: true });
const photosInput = page.getByLabelText(importText.choosePhotos, { exact: true });
const addPhotosInput = page.getByLabelText(importText.addPhotos, { exact: true });
const post = (count: number) => page.getByRole('button', { name: importText.post(count), exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const done = (count: number) => page.getByRole('heading', { name: importText.doneTitle(count) });

function makeTable(...rows: Partial<TableCells>[]): File {
	const [example] = importText.templateRows;
	const cells = rows.map((row) => columnNames.map((name) => ({ ...example, lga: '', ...row })[name] ?? ''));
	return new File([formatCsv(columnNames.map(getColumnHeading), cells)], 'ads.csv', { type: 'text/csv' });
}

async function makePhotoZip(...colors: string[]): Promise<File> {
	const photos = await Promise.all(colors.map((color) => makePhoto(color)));
	return makeZip(
		await Promise.all(
			photos.map(async (photo) => ({ path: `shop/${photo.name}`, bytes: new Uint8Array(await photo.arrayBuffer()) })),
		),
	);
}

const threeAds = ['red', 'lime', 'blue'].map((color) => ({ title: `${color} shoe`, photos: `${color}.png` }));

function makeImport(change: Partial<Import> = {}): Import {
	const created_at = new Date().toISOString();
	const undo_until = new Date(Date.now() + 86_400_000).toISOString();
	return { id: 4, state: 'open', ads: 3, posted: 0, remaining: 0, created_at, undo_until, ...change };
}

async function open(handlers: Handlers = {}) {
	logIn();
	let ids = 100;
	const api = fakeApi({
		...uploadHandlers,
		startImport: ({ body }) => makeImport({ ads: body.ads }),
		importAd: () => ({ id: ++ids }),
		finishImport: () => undefined,
		undoImport: () => undefined,
		listImports: () => ({ items: [], next_cursor: null }),
		...handlers,
	});
	const rendered = await renderRoute('/dashboard/import', importPage, { api });
	await expect.element(page.getByRole('heading', { level: 1, name: importText.title })).toBeVisible();
	return { api, ...rendered };
}

/** Stores an import, as another tab does. */
async function storeOther(accountId: number): Promise<StoredImport> {
	const cells = { ...(importText.templateRows[0] as TableCells), lga: '', photos: 'other.png' };
	const photos = await openPhotos([new File(['photo'], 'other.png')]);
	const rows = checkRows({ rows: [{ line: 2, cells }], missing: [], unknown: [], repeated: [] }, photos, makeSession());
	const stored = await storeImport(accountId, rows, []);
	if (!stored) throw new Error('Another import is not finished');
	return stored;
}

async function choose(rows: Partial<TableCells>[] = threeAds, ...colors: string[]) {
	await userEvent.upload(tableInput, makeTable(...rows));
	await userEvent.upload(photosInput, await makePhotoZip(...(colors.length > 0 ? colors : ['red', 'lime', 'blue'])));
}

test('checks every row, and posts the good ones', async () => {
	const forms = interceptForms((_, form) => respondWithUploadedFile(form));
	const { api } = await open();
	await expect.element(page.getByText(importText.checkEmpty)).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await choose([
		{ title: 'Red shoe', photos: 'RED.png | lime.png', price: '25k' },
		{ title: 'Green shoe', photos: 'green.png', price: 'cheap' },
		{ title: 'Blue shoe', photos: 'blue.png' },
	]);
	await expect.element(page.getByText(importText.someBad(1, 3))).toBeVisible();
	const problems = page.getByRole('table').getByRole('listitem');
	await expect.element(problems.filter({ hasText: `Price: ${validationText.priceInvalid}` })).toBeVisible();
	await expect.element(problems.filter({ hasText: importText.photoMissing('green.png') })).toBeVisible();
	await expect.element(post(3)).toBeDisabled();
	expect(await findViolations()).toEqual([]);
	expect(api.calls('startImport')).toEqual([]);

	await page.getByRole('switch', { name: importText.skipBad(1) }).click();
	await post(2).click();
	await expect.element(done(2)).toHaveFocus();
	expect(api.calls('startImport').map(({ body }) => body)).toEqual([{ ads: 2 }]);
	expect(api.calls('importAd').map(({ params, body }) => [params.id, body.title, body.price_kobo])).toEqual([
		['4', 'Red shoe', 2_500_000],
		['4', 'Blue shoe', 2_500_000],
	]);
	expect(api.calls('importAd')[0]?.body.pictures).toEqual([
		{ secure_url: 'https://media.example/kasuwa/red.png' },
		{ secure_url: 'https://media.example/kasuwa/lime.png' },
	]);
	expect(forms.map((form) => getFormFile(form).name)).toEqual(['red.png', 'lime.png', 'blue.png']);
	expect(api.calls('finishImport')).toHaveLength(1);
	expect(await findViolations()).toEqual([]);
	await button(importText.postMore).click();
	await expect.element(page.getByText(importText.checkEmpty)).toBeVisible();
});

test('continues after a reload with the ads that are missing, and sends no photo twice', async () => {
	const forms = interceptForms((_, form) => respondWithUploadedFile(form));
	let posted = 0;
	const first = await open({
		importAd: () => {
			posted += 1;
			return posted === 1 ? { id: 101 } : throwNetworkError();
		},
	});
	await choose();
	await post(3).click();
	await expect.element(page.getByText(importText.waitingForNetwork)).toBeVisible();
	await expect.element(page.getByText(importText.postedOf(1, 3), { exact: false })).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await cleanup();

	const second = await open();
	await expect.element(done(3)).toBeVisible();
	expect(second.api.calls('startImport')).toEqual([]);
	const [, lost] = first.api.calls('importAd');
	const [repeated, ...others] = second.api.calls('importAd');
	// The response of the lost call may be lost, too, so the call must be the same.
	expect(repeated).toEqual(lost);
	expect(others.map(({ body }) => body.title)).toEqual(['blue shoe']);
	expect(forms.map((form) => getFormFile(form).name)).toEqual(['red.png', 'lime.png', 'blue.png']);
});

test('pauses, stays paused after a reload, and ends without the other ads', async () => {
	interceptForms((_, form) => respondWithUploadedFile(form));
	let posted = 0;
	await open({ importAd: () => (++posted === 1 ? { id: 101 } : throwNetworkError()) });
	await choose();
	await post(3).click();
	await expect.element(page.getByText(importText.waitingForNetwork)).toBeVisible();
	await button(importText.pause).click();
	await expect.element(page.getByRole('heading', { name: importText.pausedTitle })).toBeVisible();
	await expect.element(button(commonText.continueOn)).toHaveFocus();
	await button(commonText.continueOn).click();
	await expect.element(button(importText.pause)).toHaveFocus();
	await button(importText.pause).click();
	await cleanup();

	const { api } = await open();
	await button(importText.endHere).click();
	await page.getByRole('dialog').getByRole('button', { name: importText.endHere }).click();
	await expect.element(done(1)).toBeVisible();
	expect(api.calls('importAd')).toEqual([]);
	expect(api.calls('finishImport')).toHaveLength(1);
});

test('goes on after an ad that the server rejects, and names it', async () => {
	interceptForms((_, form) => respondWithUploadedFile(form));
	const problem = { code: 'invalid' as const, message: 'No', fields: { title: 'This word is not allowed' } };
	const { api } = await open({
		importAd: ({ body }) => (body.title === 'lime shoe' ? makeProblemResponse(422, problem) : { id: 101 }),
	});
	await choose();
	await post(3).click();
	await expect.element(done(2)).toBeVisible();
	const line = importText.rowProblem(3, 'lime shoe', 'This word is not allowed');
	await expect.element(page.getByText(line)).toBeVisible();
	expect(api.calls('importAd')).toHaveLength(3);
});

test('shows the quota of the server, and starts again later', async () => {
	interceptForms((_, form) => respondWithUploadedFile(form));
	const message = 'You can start 2 imports a day.';
	const { api } = await open({ startImport: () => makeProblemResponse(429, { code: 'too_many', message }, 9999) });
	await choose();
	await post(3).click();
	await expect.element(page.getByRole('alert')).toHaveTextContent(message);
	api.handle({ startImport: () => makeImport() });
	await button(commonText.continueOn).click();
	await expect.element(done(3)).toBeVisible();
});

test('starts another import for the rest when the server has ended the first', async () => {
	interceptForms((_, form) => respondWithUploadedFile(form));
	const message = 'This import has ended.';
	let posted = 0;
	const { api } = await open({
		importAd: () => (++posted === 2 ? makeProblemResponse(422, { code: 'invalid', message }) : { id: 100 + posted }),
	});
	await choose();
	await post(3).click();
	await expect.element(page.getByRole('alert')).toHaveTextContent(message);
	await button(commonText.continueOn).click();
	await expect.element(done(3)).toBeVisible();
	expect(api.calls('startImport').map(({ body }) => body.ads)).toEqual([3, 2]);
});

test('waits while another tab posts', async () => {
	interceptForms((_, form) => respondWithUploadedFile(form));
	await open({ importAd: throwNetworkError });
	await choose();
	await post(3).click();
	await expect.element(page.getByText(importText.waitingForNetwork)).toBeVisible();
	await cleanup();

	const other = Promise.withResolvers<void>();
	void withLock(`import-${logIn().id}`, () => other.promise);
	const { api } = await open();
	await expect.element(page.getByText(importText.elsewhereHint)).toBeVisible();
	expect(api.calls('importAd')).toEqual([]);
	other.resolve();
	await button(commonText.continueOn).click();
	await expect.element(done(3)).toBeVisible();
});

test('does not replace an unfinished import that another tab has started', async () => {
	const { id } = logIn();
	const { api } = await open();
	await choose();
	const other = await storeOther(id);
	await post(3).click();
	await expect.element(page.getByRole('alert')).toHaveTextContent(importText.otherUnfinished);
	expect(await findViolations()).toEqual([]);
	expect((await readStoredImport(id))?.ads).toEqual(other.ads);

	await storeProgress(id, other.progress.startKey, { ...other.progress, ended: true });
	await post(3).click();
	await expect.poll(() => api.calls('startImport')).toHaveLength(1);
});

test('does not replace an import while another tab posts', async () => {
	const other = Promise.withResolvers<void>();
	const { id } = logIn();
	void withLock(`import-${id}`, () => other.promise);
	await open();
	await choose();
	await post(3).click();
	await expect.element(page.getByRole('alert')).toHaveTextContent(importText.otherUnfinished);
	expect(await readStoredImport(id)).toBeNull();
	other.resolve();
});

test('leaves the progress of an import that has replaced it', async () => {
	const { id } = logIn();
	const first = await storeOther(id);
	await storeProgress(id, first.progress.startKey, { ...first.progress, ended: true });
	const second = await storeOther(id);
	await storeProgress(id, first.progress.startKey, { ...first.progress, importId: 4, ended: true });
	expect((await readStoredImport(id))?.progress).toEqual(second.progress);
});

test('leaves the next import of another tab when the result is closed', async () => {
	interceptForms((_, form) => respondWithUploadedFile(form));
	const { id } = logIn();
	await open();
	await choose();
	await post(3).click();
	await expect.element(done(3)).toBeVisible();
	const other = await storeOther(id);
	await button(importText.postMore).click();
	await expect.element(page.getByText(importText.checkEmpty)).toBeVisible();
	expect((await readStoredImport(id))?.progress).toEqual(other.progress);
});

test('undoes an import after a confirmation', async () => {
	const finished = makeImport({ state: 'finished', posted: 37, remaining: 36 });
	const { api } = await open({ listImports: () => ({ items: [finished], next_cursor: null }) });
	await expect.element(page.getByText(importText.stillThere(36), { exact: false })).toBeVisible();
	await page.getByRole('button', { name: importText.undo, exact: false }).click();
	expect(api.calls('undoImport')).toEqual([]);
	const undone = makeImport({ state: 'undone', posted: 37, remaining: 0, undo_until: null });
	api.handle({ listImports: () => ({ items: [undone], next_cursor: null }) });
	await page.getByRole('button', { name: importText.undoAction(36) }).click();
	await expect.element(page.getByText(importText.importStates.undone, { exact: false })).toBeVisible();
	expect(api.calls('undoImport').map(({ params }) => params)).toEqual([{ id: '4' }]);
	await expect.element(page.getByRole('button', { name: importText.undo, exact: false })).not.toBeInTheDocument();
});

test('says what is wrong with a table or a zip', async () => {
	await open();
	await userEvent.upload(tableInput, new File(['Title,Name\nShoe,Boot\n'], 'ads.csv', { type: 'text/csv' }));
	await userEvent.upload(photosInput, await makeZip([{ path: '../red.png' }]));
	await expect.element(page.getByText(importText.columnsMissing(['Category', 'Description', 'Photos']))).toBeVisible();
	await expect.element(page.getByText(importText.zipUnsafePath('../red.png'))).toBeVisible();
	expect(await findViolations()).toEqual([]);
});

test('names the columns that it leaves out', async () => {
	await open();
	const [example] = importText.templateRows;
	const header = [...columnNames.map(getColumnHeading), 'Name', 'Colour'];
	const cells = [...columnNames.map((name) => (example as TableCells)[name]), 'Boot', 'red'];
	await userEvent.upload(tableInput, new File([formatCsv(header, [cells])], 'ads.csv', { type: 'text/csv' }));
	await expect.element(page.getByText(importText.columnsRepeated('A (Title)', 'N (Name)'))).toBeVisible();
	await expect.element(page.getByText(importText.columnsUnknown(['Colour']))).toBeVisible();
	await expect.element(page.getByText(String(example?.title), { exact: true })).toBeVisible();
});

test('takes HEIC photos that the browser can read, and says what to do with others', async () => {
	await open();
	await choose();
	// The browser goes by the content, so it reads the first of these as Safari reads a HEIC.
	const heic = [new File([await makePhoto('gold')], 'gold.heic'), new File(['photo'], 'IMG_1.HEIC')];
	await userEvent.upload(addPhotosInput, heic);
	await expect.element(page.getByText(importText.photosUnused(1, ['gold.heic']))).toBeVisible();
	await expect.element(page.getByText(pictureRejections.heic)).toBeVisible();
	await expect.element(page.getByText(importText.filesIgnored(['IMG_1.HEIC']))).not.toBeInTheDocument();
});

test('keeps the chosen photos when another file cannot be read', async () => {
	await open();
	await choose();
	await expect.element(page.getByText(importText.allGood(3))).toBeVisible();
	const broken = new File(['no zip'], 'more.zip', { type: 'application/zip' });
	await userEvent.upload(addPhotosInput, [broken, await makePhoto('pink')]);
	await expect.element(page.getByRole('alert')).toHaveTextContent(importText.notZip);
	await expect.element(page.getByText(importText.photoCount(4), { exact: true })).toBeVisible();
	await expect.element(post(3)).toBeEnabled();
	expect(await findViolations()).toEqual([]);
	await button(importText.removeFile('more.zip')).click();
	await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
	await expect.element(post(3)).toBeEnabled();
	await button(importText.removeFile(importText.photos)).click();
	await expect.element(page.getByText(importText.someBad(3, 3))).toBeVisible();
});

test('adds photos that are chosen while a zip is read', async () => {
	const zip = Promise.withResolvers<Awaited<ReturnType<typeof openZip>>>();
	vi.mocked(openZip).mockReturnValueOnce(zip.promise);
	await open();
	await choose();
	await expect.element(page.getByText(importText.reading)).toBeVisible();
	await userEvent.upload(photosInput, [await makePhoto('red'), await makePhoto('lime')]);
	await expect.element(page.getByText(importText.photoCount(2), { exact: true })).toBeVisible();
	expect(await findViolations()).toEqual([]);
	zip.resolve([{ path: 'blue.png', size: 9, read: () => makePhoto('blue') }]);
	await expect.element(page.getByText(importText.photoCount(3), { exact: true })).toBeVisible();
	await expect.element(page.getByText(importText.reading)).not.toBeInTheDocument();
	await expect.element(post(3)).toBeEnabled();
});

test('says that the network is lost when the code for zips does not load', async () => {
	vi.mocked(openZip).mockRejectedValueOnce(new NetworkError(null));
	await open();
	await choose();
	await expect.element(page.getByRole('alert')).toHaveTextContent(messages.networkError);
	await userEvent.upload(photosInput, await makePhotoZip('red', 'lime', 'blue'));
	await expect.element(post(3)).toBeEnabled();
	await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('waits for the network to load the code for zips after a reload', async () => {
	interceptForms((_, form) => respondWithUploadedFile(form));
	await open({ importAd: throwNetworkError });
	await choose();
	await post(3).click();
	await expect.element(page.getByText(importText.waitingForNetwork)).toBeVisible();
	await cleanup();

	vi.mocked(openZip).mockRejectedValue(new NetworkError(null));
	await open();
	await expect.element(page.getByText(importText.waitingForNetwork)).toBeVisible();
	vi.mocked(openZip).mockReset();
	window.dispatchEvent(new Event('online'));
	await expect.element(done(3)).toBeVisible();
});

test('asks for the photos again if the device has not stored them', async () => {
	interceptForms((_, form) => respondWithUploadedFile(form));
	await open({ importAd: throwNetworkError });
	await choose();
	await post(3).click();
	await expect.element(page.getByText(importText.waitingForNetwork)).toBeVisible();
	await cleanup();
	await removeFromIndexedDb(getImportKeys(logIn().id).files);

	const { api } = await open({ importAd: throwNetworkError });
	await expect.element(page.getByRole('alert')).toHaveTextContent(importText.photosGone);
	await userEvent.upload(photosInput, new File(['no zip'], 'more.zip', { type: 'application/zip' }));
	await expect.element(page.getByRole('alert')).toHaveTextContent(importText.notZip);
	await userEvent.upload(photosInput, await makePhotoZip('red', 'lime', 'blue'));
	await expect.element(button(importText.pause)).toHaveFocus();
	api.handle({ importAd: () => ({ id: 101 }) });
	await expect.element(done(3)).toBeVisible();
});

test('saves all photo ads as a table', async () => {
	const saved: Blob[] = [];
	vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
		saved.push(file as Blob);
		return '#';
	});
	const { api } = await open({
		listMyAdDetails: ({ query }) =>
			query.cursor
				? { items: [makeOwnAdDetails(1, { title: 'Second' })], next_cursor: null }
				: { items: [makeOwnAdDetails(2, { title: 'First' })], next_cursor: 'next' },
	});
	await button(importText.exportAds).click();
	await expect.poll(() => saved.length).toBe(1);
	const text = await saved[0]?.text();
	expect(text?.split('\r\n').map((line) => line.split(',')[0])).toEqual(['Title', 'First', 'Second', '']);
	expect(api.calls('listMyAdDetails')).toHaveLength(2);
});

test('removes the import from the device on logout', async () => {
	interceptForms((_, form) => respondWithUploadedFile(form));
	await open({ importAd: throwNetworkError });
	await choose();
	await post(3).click();
	await expect.element(page.getByText(importText.waitingForNetwork)).toBeVisible();
	await cleanup();
	clearAccountData(logIn().id);
	await open();
	await expect.element(page.getByText(importText.checkEmpty)).toBeVisible();
});
