/**
 * Text that a spreadsheet would run as a formula, behind any apostrophes. An apostrophe more makes it text. Because text with an apostrophe
 * gets one more, too, `unescapeFormula` returns what was written.
 */
const formula = /^'*[=+\-@＝＋－＠\t\r\n]/;

/**
 * Formats a table as CSV (RFC 4180) for spreadsheets: with a byte order mark, which Excel needs for UTF-8, and without text that could run as a
 * formula.
 */
export function formatCsv(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
	const lines = [header, ...rows].map((cells) => cells.map(formatCell).join(','));
	return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function formatCell(value: string | number | null): string {
	if (typeof value === 'number') return String(value);
	const text = (value ?? '').replace(formula, "'$&");
	return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Removes the apostrophe that `formatCsv` added to a cell. */
export function unescapeFormula(cell: string): string {
	return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
