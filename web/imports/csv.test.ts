import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readTable } from './columns.ts';
import { formatCsv, parseCsv } from './csv.ts';

test.for([
	['commas', 'Title,Price\nShoe,"25,000"\n'],
	['semicolons', 'Title;Price\nShoe;25,000\n'],
	['tabs', 'Title\tPrice\nShoe\t25,000\n'],
	['a byte order mark, CRLF and empty rows', '\uFEFFTitle,Price\r\nShoe,"25,000"\r\n,\r\n\r\n'],
])('parses a table with %s', ([, text = '']) => {
	expect(parseCsv(text)).toEqual({ header: ['Title', 'Price'], rows: [{ line: 2, cells: ['Shoe', '25,000'] }] });
});

test('parses quotes and line breaks in a cell, and counts rows as a spreadsheet does', () => {
	const text = 'Title,Description\n"A ""good"" shoe","Line one\nLine two"\n\nFan,New\n';
	expect(parseCsv(text)?.rows).toEqual([
		{ line: 2, cells: ['A "good" shoe', 'Line one\nLine two'] },
		{ line: 4, cells: ['Fan', 'New'] },
	]);
});

test('rejects a quote without an end', () => {
	expect(parseCsv('Title,Price\n"Shoe,25\nFan,30\n')).toBeNull();
});

test('writes no formulas, and reads them back', () => {
	const cells = ['=1+1', '+234 803', '-5', '@me', '\tx', "'quoted", 'a=b'];
	const csv = formatCsv(['Title'], [cells]);
	expect(csv.startsWith('\uFEFFTitle\r\n')).toBe(true);
	expect(csv).toContain(`"'=1+1","'+234 803","'-5","'@me",`);
	expect(parseCsv(csv)?.rows[0]?.cells).toEqual(cells);
});

test('reads back every table that it writes', () => {
	const cell = fc.string({ unit: 'grapheme' }).filter((text) => !/^'[=+\-@\t\r]/.test(text) && !/\r/.test(text));
	fc.assert(
		fc.property(fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (rows) => {
			const kept = rows.filter((cells) => cells.some((text) => text.trim() !== ''));
			const read = parseCsv(formatCsv(['Title', 'Price', 'Photos'], rows));
			expect(read?.rows.map(({ cells }) => cells)).toEqual(kept);
		}),
	);
});

test('finds columns by their names in any order and case, and names those it does not know or miss', () => {
	const table = {
		header: ['PHOTOS', ' product name', 'Colour', 'lga'],
		rows: [{ line: 2, cells: ['a.jpg', 'Shoe '] }],
	};
	const read = readTable(table);
	expect(read).toMatchObject({ missing: ['Category', 'Description'], unknown: ['Colour'] });
	expect(read.rows[0]).toMatchObject({ line: 2, cells: { title: 'Shoe', photos: 'a.jpg', lga: '', price: '' } });
});
