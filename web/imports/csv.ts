export interface CsvTable {
	header: string[];
	/** Rows below the header with the row number that a spreadsheet shows. Empty rows are left out. */
	rows: { line: number; cells: string[] }[];
}

/** Excel's hint in the first line, which names the delimiter. Spreadsheets do not show this line as a row. */
const delimiterHint = /^\s*"?sep=([^"\r\n])"?[ \t]*(?:\r\n?|\n|$)/i;

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell.trim() !== '');

/**
 * Parses a table with commas, semicolons, tabs or the delimiter that its first line names. Its header is the first row that is not empty.
 * Returns the number of the row if a quote in it does not end, or ends before its cell does.
 */
export function parseCsv(text: string): CsvTable | number {
	const content = text.replace(/^\uFEFF/, '');
	const hint = delimiterHint.exec(content);
	const body = hint ? content.slice(hint[0].length) : content;
	const table = parseRows(body, hint?.[1] ?? findDelimiter(body));
	if (typeof table === 'number') return table;
	const [header, ...rows] = table
		.map((cells, index) => ({ line: index + 1, cells }))
		.filter(({ cells }) => isFilled(cells));
	return { header: header?.cells ?? [], rows };
}

/** Returns the delimiter that splits the header into the most cells. Prices and descriptions below may have any of them. */
function findDelimiter(text: string): string {
	const countCells = (delimiter: string) => {
		const rows = parseRows(text, delimiter, true);
		return typeof rows === 'number' ? 0 : (rows.at(-1)?.length ?? 0);
	};
	const [best] = [',', ';', '\t'].sort((one, other) => countCells(other) - countCells(one));
	return best ?? ',';
}

/** Parses all rows, or those to the header. Lines may end in LF, CRLF or CR. Returns the number of a row with a wrong quote. */
function parseRows(text: string, delimiter: string, stopsAtHeader = false): string[][] | number {
	const rows: string[][] = [];
	let cells: string[] = [];
	for (let position = 0; position < text.length || cells.length > 0; ) {
		const quoted = readQuoted(text, position);
		if (quoted === null) return rows.length + 1;
		const end = findCellEnd(text, quoted.end, delimiter);
		const rest = text.slice(quoted.end, end);
		if (quoted.end > position && rest.trim() !== '') return rows.length + 1;
		cells.push(quoted.end > position ? quoted.cell : rest);
		if (text[end] === delimiter) {
			position = end + 1;
			continue;
		}
		position = end + (text.startsWith('\r\n', end) ? 2 : 1);
		rows.push(cells);
		if (stopsAtHeader && isFilled(cells)) break;
		cells = [];
	}
	return rows;
}

/** Reads a quoted cell with the position behind its quote, or nothing if there is no quote. Returns null if the quote does not end. */
function readQuoted(text: string, start: number): { cell: string; end: number } | null {
	if (text[start] !== '"') return { cell: '', end: start };
	for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 2)) {
		if (text[end + 1] !== '"') return { cell: text.slice(start + 1, end).replaceAll('""', '"'), end: end + 1 };
	}
	return null;
}

function findCellEnd(text: string, start: number, delimiter: string): number {
	let end = start;
	while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
	return end;
}
