/** Formats a table as CSV (RFC 4180). A byte-order mark tells spreadsheets to read UTF-8. Text cells cannot run as formulas. */
export function toCsv(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
	const lines = [header, ...rows].map((cells) => cells.map(escapeCell).join(','));
	return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function escapeCell(value: string | number | null): string {
	if (typeof value === 'number') return String(value);
	// Spreadsheets run a cell as a formula if it begins with one of these characters. A leading single quote prevents that.
	const text = (value ?? '').replace(/^(?=[=+\-@＝＋－＠\t\r\n])/, "'");
	return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
