import { tableColumns as columns } from '../../contract/text/import.ts';
import type { CsvTable } from './csv.ts';

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
}

/** Reads a table by the headings of its columns, in any order and case. */
export function readTable({ header, rows }: CsvTable): ReadTable {
	const found = header.map(findColumn);
	return {
		rows: rows.map(({ line, cells }) => ({
			line,
			cells: Object.fromEntries(
				columnNames.map((name) => [name, cells[found.indexOf(name)]?.trim() ?? '']),
			) as TableCells,
		})),
		missing: requiredColumns.filter((name) => !found.includes(name)).map(getColumnHeading),
		unknown: header.filter((heading, index) => heading.trim() !== '' && !found[index]),
	};
}

function findColumn(heading: string): ColumnName | undefined {
	return columnNames.find((name) => columns[name].some((known) => toKey(known) === toKey(heading)));
}

/** Returns a name without case, spaces and punctuation. */
export function toKey(name: string): string {
	return name
		.normalize('NFD')
		.replace(/[^\p{L}\p{N}]+/gu, '')
		.toLowerCase();
}
