import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as limits from '../../contract/core/limits.ts';
import { categories } from '../../contract/market-settings/categories.ts';
import * as validationText from '../../text/shared/validation.ts';
import * as importText from '../../text/web/import.ts';
import { makeOwnAdDetails } from '../testing/ads.ts';
import { makeSession } from '../testing/browser-state.ts';
import { makeZip } from '../testing/zip-file.ts';
import { columnNames, type TableCells } from './columns.ts';
import { openPhotos } from './photos.ts';
import { checkRows, findUnusedPhotos } from './rows.ts';
import { makeExport, makeTemplate, readTableFile } from './table-files.ts';

const [example] = importText.templateRows;
const session = makeSession();
const makePhotos = (...names: string[]) => openPhotos(names.map((name) => new File(['photo'], name)));
const templatePhotos = () => makePhotos('red-shoe.jpg', 'red-shoe-2.jpg', 'fan.jpg');

async function check(...rows: Partial<TableCells>[]) {
	const cells = rows.map((row, index) => ({ line: index + 2, cells: { ...(example as TableCells), ...row } }));
	return checkRows({ rows: cells, missing: [], unknown: [], repeated: [] }, await templatePhotos(), session);
}

const getProblems = async (row: Partial<TableCells>) => (await check(row))[0]?.problems;

test('accepts every row of the template', async () => {
	const read = await readTableFile(makeTemplate('market'));
	if (typeof read === 'string') throw new Error(read);
	expect(read.unknown).toEqual([]);
	const rows = checkRows(read, await templatePhotos(), session);
	expect(rows.map(({ problems }) => problems)).toEqual([{}, {}]);
	expect(rows[0]).toMatchObject({
		line: 2,
		photos: ['red-shoe.jpg', 'red-shoe-2.jpg'],
		body: {
			...{ title: example?.title, category: "Men's Shoes", price_kobo: 2_500_000, negotiable: true },
			...{ condition: 'nigerian_used', delivery: ['pickup', 'nationwide'], whatsapp: '2348031234567' },
			location: { state: 'Lagos', lga: 'Ikeja' },
		},
	});
	for (const name of columnNames) expect(importText.templateRows.some((row) => name in row)).toBe(true);
});

test('finds categories, states and options whatever their case and punctuation', async () => {
	const [row] = await check({
		...{
			category: ' mens shoes',
			state: 'lagos state',
			lga: 'IKEJA',
			condition: 'new',
			delivery: 'pay_on_delivery; PICKUP',
		},
		negotiable: 'YES',
	});
	expect(row?.body).toMatchObject({
		...{ category: "Men's Shoes", location: { state: 'Lagos', lga: 'Ikeja' }, condition: 'new' },
		delivery: ['pickup', 'pay_on_delivery'],
	});
	expect((await check({ state: 'Abuja', lga: '' }))[0]?.body?.location).toEqual({ state: 'FCT (Abuja)', lga: null });
	expect(new Set(categories.map((name) => name.toLowerCase())).size).toBe(categories.length);
});

test('names the problem of each cell', async () => {
	expect(await getProblems({ title: '', category: 'Shoes', price: 'cheap', whatsapp: '12' })).toEqual({
		title: validationText.titleMissing,
		category: importText.unknownCategory,
		price: validationText.priceInvalid,
		whatsapp: validationText.phoneInvalid,
	});
	expect(await getProblems({ price: '1.500' })).toEqual({ price: validationText.priceUnclear('₦1,500', '₦1.50') });
	expect((await check({ price: '1.500,50' }))[0]?.body?.price_kobo).toBe(150_050);
	expect(await getProblems({ state: 'Texas', negotiable: 'perhaps', condition: 'old' })).toMatchObject({
		state: importText.unknownState,
		negotiable: importText.yesOrNo,
		condition: expect.stringContaining('Nigerian used'),
	});
	expect(await getProblems({ state: '' })).toEqual({ lga: validationText.lgaWithoutState });
	expect(await getProblems({ lga: 'Ibadan' })).toEqual({ lga: validationText.lgaUnknown });
	expect(await getProblems({ category: 'Real Estate' })).toEqual({
		condition: validationText.conditionNotTaken,
		delivery: validationText.deliveryNotTaken,
	});
});

test('names photos that are missing, repeated, too many or web addresses', async () => {
	const many = Array.from({ length: limits.adPictures.max + 1 }, (_, index) => `${index}.jpg`).join(',');
	for (const [photos, problem] of [
		['', validationText.pictureMissing],
		['blue.jpg', importText.photoMissing('blue.jpg')],
		['fan.jpg, FAN.JPG', importText.photoRepeated('fan.jpg')],
		['https://example.com/fan.jpg', importText.photoIsAddress],
		[many, validationText.tooManyPictures(limits.adPictures.max)],
	] as const) {
		expect(await getProblems({ photos })).toEqual({ photos: problem });
	}
});

test('rejects a second row with the same ad', async () => {
	const rows = await check({}, { title: 'Another' }, {});
	expect(rows.map(({ problems }) => problems)).toEqual([{}, {}, { title: importText.sameRow(2) }]);
	expect(rows[2]?.body).toBeNull();
});

test('takes the numbers of the profile where a row has none', async () => {
	const account = makeSession({ phone: '2348099999999', phone_public: true, call_number: '2348088888888' });
	const rows = [{ line: 2, cells: { ...(example as TableCells), whatsapp: '', call_number: '' } }];
	const [row] = checkRows({ rows, missing: [], unknown: [], repeated: [] }, await templatePhotos(), account);
	expect(row?.body).toMatchObject({ whatsapp: '2348099999999', call_number: '2348088888888' });
});

test('finds photos in files and zips by their name, and names those that no row uses', async () => {
	const zip = await makeZip([{ path: 'shop/Red-Shoe.JPG' }, { path: 'other/red-shoe.jpg' }, { path: 'list.xlsx' }]);
	const photos = await openPhotos([zip, new File(['x'], 'red, blue.png'), new File(['x'], 'old.webp')]);
	expect(photos).toMatchObject({ repeated: ['red-shoe.jpg'], ignored: ['list.xlsx'] });
	const cells = { ...(example as TableCells), photos: 'red-shoe.jpg' };
	const rows = [cells, { ...cells, photos: 'red, blue.png' }].map((row, index) => ({ line: index, cells: row }));
	const checked = checkRows({ rows, missing: [], unknown: [], repeated: [] }, photos, session);
	expect(checked.map(({ photos }) => photos)).toEqual([['red-shoe.jpg'], ['red, blue.png']]);
	expect(findUnusedPhotos(checked, photos)).toEqual(['old.webp']);
	expect((await photos.find('RED-SHOE.jpg')?.read())?.type).toBe('image/jpeg');
});

test('writes ads as the same table, with the addresses of their photos', async () => {
	const url = '/media/abc/w1280.webp';
	const ad = makeOwnAdDetails(5, {
		...{ title: '=Red shoe', category: "Men's Shoes", description: 'Real leather.', price_kobo: 2_500_000 },
		...{ negotiable: true, condition: 'new', delivery: ['pickup', 'nationwide'], whatsapp: '2348031234567' },
		location: { state: 'Lagos', lga: 'Ikeja' },
		gallery: [{ url, width: 4, height: 5, placeholder: null, sizes: [] }],
	});
	const read = await readTableFile(makeExport([ad], 'https://market.example', 'market'));
	if (typeof read === 'string') throw new Error(read);
	const [row] = checkRows(read, await makePhotos(), session);
	expect(row?.cells).toMatchObject({
		title: '=Red shoe',
		photos: `https://market.example${url}`,
		whatsapp: '0803 123 4567',
	});
	expect(row?.problems).toEqual({ photos: importText.photoIsAddress });
});

test('writes the same table after its ads were imported', async () => {
	const special = fc.constantFrom("'", '"', '=', '+', '-', '@', '\t', '\n', ' ', ',', ';', '0803', '👟', '＝', 'a');
	const text = fc.array(special, { minLength: 1, maxLength: 8 }).map((parts) => `${parts.join('')}.`.trim());
	const line = text.filter((value) => !value.includes('\n'));
	await fc.assert(
		fc.asyncProperty(line, text, line, fc.boolean(), async (title, description, place, isPriced) => {
			const ad = makeOwnAdDetails(5, {
				...{ title, description, place, category: "Men's Shoes", price_kobo: isPriced ? 123_456_700 : null },
				...{ negotiable: isPriced, condition: 'nigerian_used', delivery: ['pickup', 'nationwide'] },
				...{ whatsapp: '447911123456', call_number: isPriced ? '2348031234567' : null },
				...{ location: { state: 'Lagos', lga: 'Ikeja' }, gallery: [] },
			});
			const written = makeExport([ad], 'https://market.example', 'market');
			const read = await readTableFile(written);
			if (typeof read === 'string') throw new Error(read);
			const rows = read.rows.map(({ line, cells }) => ({ line, cells: { ...cells, photos: 'fan.jpg' } }));
			const [row] = checkRows({ ...read, rows }, await templatePhotos(), session);
			expect(row?.problems).toEqual({});
			const imported = { ...ad, ...row?.body } as typeof ad;
			expect(await makeExport([imported], 'https://market.example', 'market').text()).toBe(await written.text());
		}),
		{ numRuns: 50 },
	);
});

test.for([
	['UTF-16, as Excel saves Unicode Text', (text: string) => [0xff, 0xfe, ...toUtf16(text)]],
	['UTF-16 in the other byte order', (text: string) => [0xfe, 0xff, ...swapBytes(toUtf16(text))]],
	['UTF-8 with a byte order mark', (text: string) => [...new TextEncoder().encode(`\uFEFF${text}`)]],
] as const)('reads %s', async ([, encode]) => {
	const bytes = new Uint8Array(encode('Title\tCategory\tDescription\tPhotos\r\nAṣọ ₦ 👟\tb\tc\td\r\n'));
	expect(await readTableFile(new File([bytes], 'ads.txt'))).toMatchObject({
		rows: [{ line: 2, cells: { title: 'Aṣọ ₦ 👟', photos: 'd' } }],
	});
});

const toUtf16 = (text: string) => text.split('').flatMap((unit) => [unit.charCodeAt(0) & 255, unit.charCodeAt(0) >> 8]);
const swapBytes = (bytes: readonly number[]) => bytes.map((_, index) => bytes[index ^ 1] ?? 0);

test('says why a table cannot be used', async () => {
	const read = (text: string | Uint8Array<ArrayBuffer>, name = 'ads.csv') => readTableFile(new File([text], name));
	const header = 'Title,Category,Description,Photos\n';
	expect(await read('', 'ads.xlsx')).toBe(importText.spreadsheetFile);
	expect(await read('PK\x03\x04\0\0')).toBe(importText.spreadsheetFile);
	expect(await read(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0]))).toBe(importText.spreadsheetFile);
	expect(await read(new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'lamp.jpg')).toBe(importText.notTable);
	expect(await read('x'.repeat(limits.megabyte + 1))).toBe(importText.csvTooLarge(1));
	expect(await read('Title,Price\nShoe,1\n')).toBe(importText.columnsMissing(['Category', 'Description', 'Photos']));
	expect(await read(header)).toBe(importText.noRows);
	expect(await read(header + 'a,b,c,d\n'.repeat(501))).toBe(importText.tooManyRows(501, 500));
	expect(await read(`${header}"a,b\n`)).toBe(importText.wrongQuote(2));
	const windows = new Uint8Array([
		...new TextEncoder().encode(`${header}Caf`),
		0xe9,
		...new TextEncoder().encode(',b,c,d'),
	]);
	expect(await read(windows)).toMatchObject({ rows: [{ cells: { title: 'Café' } }] });
});
