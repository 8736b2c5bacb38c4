import { unescapeFormula } from '../../contract/core/csv.ts';
import * as importText from '../../text/web/import.ts';
import type { CsvTable } from './csv.ts';

const columns = importText.tableColumns;

export type ColumnName = keyof typeof columns;
export type TableCells = Record<ColumnName, string>;

export const columnNames = Object.keys(columns) as ColumnName[];
const requiredColumns = ['title', 'category', 'description', 'photos'] as const satisfies ColumnName[];

/** Returns the heading of a column in the template. */
export const getColumnHeading = (name: ColumnName): string => columns[name][0];

export interface ReadTable {
	rows: { line: number; cells: TableCells }[];
	/** Headings of required columns that the table lacks, and of its columns that no ad has. */
	missing: string[];
	unknown: string[];
	/** Columns that are left out, each with the earlier one that is used for the same, such as 'C (Name)' and 'A (Title)'. */
	repeated: { unused: string; used: string }[];
}

/** Reads a table by the headings of its columns, in any order and case. */
export function readTable({ header, rows }: CsvTable): ReadTable {
	const found = header.map(findColumn);
	// Only a table with all headings of our own has our apostrophes. Those of another table belong to its text.
	const isOwn = columnNames.every((name) => header.includes(getColumnHeading(name)));
	const readCell = (cell = '') => (isOwn ? unescapeFormula(cell) : cell).trim();
	const nameColumn = (index: number) => importText.columnName(toLetters(index), header[index]?.trim() ?? '');
	return {
		rows: rows.map(({ line, cells }) => ({
			line,
			cells: Object.fromEntries(columnNames.map((name) => [name, readCell(cells[found.indexOf(name)])])) as TableCells,
		})),
		missing: requiredColumns.filter((name) => !found.includes(name)).map(getColumnHeading),
		unknown: header.filter((heading, index) => heading.trim() !== '' && !found[index]),
		repeated: found.flatMap((name, index) => {
			const used = found.indexOf(name);
			return name && used < index ? [{ unused: nameColumn(index), used: nameColumn(used) }] : [];
		}),
	};
}

function findColumn(heading: string): ColumnName | undefined {
	return columnNames.find((name) => columns[name].some((known) => toKey(known) === toKey(heading)));
}

/** Returns the letters that a spreadsheet shows above a column: A to Z, then AA. */
function toLetters(index: number): string {
	const last = String.fromCharCode(65 + (index % 26));
	return index < 26 ? last : toLetters(Math.floor(index / 26) - 1) + last;
}

/** Returns a name without case, spaces and punctuation. */
export function toKey(name: string): string {
	return name
		.normalize('NFD')
		.replace(/[^\p{L}\p{N}]+/gu, '')
		.toLowerCase();
}
