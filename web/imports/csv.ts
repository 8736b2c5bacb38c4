import Papa from 'papaparse';

export interface CsvTable {
	header: string[];
	/** Rows below the header with the row number that a spreadsheet shows. Empty rows are left out. */
	rows: { line: number; cells: string[] }[];
}

/** A spreadsheet runs a cell that begins with one of these characters as a formula. */
const escapedFormula = /^'[=+\-@\t\r]/;

/** Parses a table with commas, semicolons or tabs between its cells. Returns null if a quoted cell has no end. */
export function parseCsv(text: string): CsvTable | null {
	const content = text.replace(/^\uFEFF/, '');
	const { data, errors } = Papa.parse<string[]>(content, { delimiter: findDelimiter(content) });
	if (errors.some(({ type }) => type === 'Quotes')) return null;
	const [header, ...rows] = data.map((cells, index) => ({ line: index + 1, cells: cells.map(unescapeFormula) }));
	return {
		header: header?.cells ?? [],
		rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== '')),
	};
}

/**
 * Formats a table for spreadsheets: with a byte order mark, which Excel needs for UTF-8, and with an apostrophe before each cell that would
 * run as a formula. `parseCsv` removes the apostrophe.
 */
export function formatCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
	const table = [header, ...rows].map((cells) => [...cells]);
	return `\uFEFF${Papa.unparse(table, { escapeFormulae: /^[=+\-@\t\r]/, newline: '\r\n' })}\r\n`;
}

function unescapeFormula(cell: string): string {
	return escapedFormula.test(cell) ? cell.slice(1) : cell;
}

/** Returns the delimiter that splits the first row into the most cells. Prices and descriptions below may have any of them. */
function findDelimiter(text: string): string {
	const countCells = (delimiter: string) => Papa.parse<string[]>(text, { delimiter, preview: 1 }).data[0]?.length ?? 0;
	const [best] = [',', ';', '\t'].sort((one, other) => countCells(other) - countCells(one));
	return best ?? ',';
}
