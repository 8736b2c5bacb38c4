import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatCsv, unescapeFormula } from '../../contract/core/csv.ts';
import * as importText from '../../text/web/import.ts';
import { columnNames, getColumnHeading, readTable } from './columns.ts';
import { type CsvTable, parseCsv } from './csv.ts';

function parse(text: string): CsvTable {
	const table = parseCsv(text);
	if (typeof table === 'number') throw new Error(`Row ${table} has a wrong quote`);
	return table;
}

test.for([
	['commas', 'Title,Price\nShoe,"25,000"\n'],
	['semicolons', 'Title;Price\nShoe;25,000\n'],
	['tabs', 'Title\tPrice\nShoe\t25,000\n'],
	['a byte order mark, CRLF and empty rows', '\uFEFFTitle,Price\r\nShoe,"25,000"\r\n,\r\n\r\n'],
	['CR line ends', 'Title;Price\rShoe;25,000\r'],
	['mixed line ends and none at the end', 'Title;Price\r\nShoe;25,000\n;\r;'],
	['spaces behind quotes', 'Title,Price\n"Shoe" ,"25,000"\t\n'],
	["Excel's hint of the delimiter", '\uFEFFsep=;\r\nTitle;Price\r\nShoe;25,000\r\n'],
	['a hint of an unusual delimiter', 'SEP=|\nTitle|Price\nShoe|25,000\n'],
	['a hint of tabs', 'sep=\t\nTitle\tPrice\nShoe\t25,000\n'],
	['a hint in quotes, for fewer cells', '"sep=,"\nTitle,Price\n"Shoe","25,000"'],
])('parses a table with %s', ([, text = '']) => {
	expect(parse(text)).toEqual({ header: ['Title', 'Price'], rows: [{ line: 2, cells: ['Shoe', '25,000'] }] });
});

test('parses quotes and line breaks in a cell, and counts rows as a spreadsheet does', () => {
	const text = 'Title,Description\n"A ""good"" shoe","Line one\nLine two"\n\nFan 6",""\n';
	expect(parse(text).rows).toEqual([
		{ line: 2, cells: ['A "good" shoe', 'Line one\nLine two'] },
		{ line: 4, cells: ['Fan 6"', ''] },
	]);
});

test('skips empty rows above the header, and counts them', () => {
	for (const empty of ['\n\n', ' \n;;\n', '"";"";\n\n']) {
		expect(parse(`${empty}Title;Price\nShoe;1,000\n`)).toEqual({
			header: ['Title', 'Price'],
			rows: [{ line: 4, cells: ['Shoe', '1,000'] }],
		});
	}
	expect(parse('\n \n')).toEqual({ header: [], rows: [] });
});

test('names the row of a quote without an end, or in the wrong place', () => {
	expect(parseCsv('Title,Price\nFan,1\n"Shoe,25\nFan,30\n')).toBe(3);
	expect(parseCsv('Title,Price\nFan,1\n\n"Shoe"s,25\nFan,30\n')).toBe(4);
	expect(parseCsv('"Title,Price\nFan,1\n')).toBe(1);
});

test('writes no formulas, and reads them back', () => {
	const cells = ['=1+1', '+234 803', '-5', '@me', '\tx', "'quoted", "'=x", "''", 'a=b', '＝1'];
	const csv = formatCsv(['Title'], [cells]);
	expect(csv.startsWith('\uFEFFTitle\r\n')).toBe(true);
	expect(csv).toContain(`'=1+1,'+234 803,'-5,'@me,"'\tx",'quoted,''=x,'',a=b,'＝1\r\n`);
	expect(parse(csv).rows[0]?.cells.map(unescapeFormula)).toEqual(cells);
});

test('reads back every table that it writes', () => {
	const special = fc.constantFrom(
		"'",
		'"',
		'=',
		'+',
		'-',
		'@',
		'\t',
		'\r',
		'\n',
		'\r\n',
		' ',
		',',
		';',
		'sep=',
		'0803',
		'👟',
		'＝',
	);
	const cell = fc.oneof(
		fc.string({ unit: 'grapheme' }),
		fc.array(special, { maxLength: 6 }).map((parts) => parts.join('')),
	);
	fc.assert(
		fc.property(fc.array(fc.tuple(fc.constant('Shoe'), cell, cell), { minLength: 1 }), (rows) => {
			const header = ['Title', 'Price', 'Photos'];
			const written = formatCsv(header, rows);
			const cells = parse(written).rows.map((row) => row.cells);
			for (const text of cells.flat()) expect(text).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
			const read = cells.map((row) => row.map(unescapeFormula));
			expect(read).toEqual(rows);
			expect(formatCsv(header, read)).toBe(written);
		}),
	);
});

test('finds columns by their names in any order and case, and names those it does not know or miss', () => {
	const table = {
		header: ['PHOTOS', ' product name', 'Colour', 'lga'],
		rows: [{ line: 2, cells: ['a.jpg', 'Shoe '] }],
	};
	const read = readTable(table);
	expect(read).toMatchObject({ missing: ['Category', 'Description'], unknown: ['Colour'], repeated: [] });
	expect(read.rows[0]).toMatchObject({ line: 2, cells: { title: 'Shoe', photos: 'a.jpg', lga: '', price: '' } });
});

test('takes the first of several columns for the same, and names all', () => {
	const header = ['Title', 'Price', ' product NAME', ...Array.from({ length: 24 }, () => ''), 'Price'];
	const read = readTable({ header, rows: [{ line: 2, cells: ['Shoe', '', 'Boot'] }] });
	expect(read.rows[0]?.cells).toMatchObject({ title: 'Shoe', price: '' });
	expect(read.repeated).toEqual([
		{ used: importText.columnName('A', 'Title'), unused: 'C (product NAME)' },
		{ used: 'B (Price)', unused: 'AB (Price)' },
	]);
});

test('keeps a leading apostrophe, unless the table is one of ours, which adds it before a formula', () => {
	const headings = columnNames.map(getColumnHeading);
	const cells = ["'=1 carat", "'Tis", '', "'-5"];
	const readFirst = (header: string[]) => {
		const { title, category, price } = readTable({ header, rows: [{ line: 2, cells }] }).rows[0]?.cells ?? {};
		return [title, category, price];
	};
	expect(readFirst(headings.slice(0, 4))).toEqual(["'=1 carat", "'Tis", "'-5"]);
	expect(readFirst(headings)).toEqual(['=1 carat', "'Tis", '-5']);
});
