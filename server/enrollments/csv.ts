/** CSV (RFC 4180) with a byte-order mark, so that spreadsheets read UTF-8. Cells cannot run as formulas. */
export function toCsv(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
	const lines = [header, ...rows].map((cells) => cells.map(escapeCell).join(','));
	return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function escapeCell(value: string | number | null): string {
	if (typeof value === 'number') return String(value);
	// Spreadsheets run cells that begin with these characters, some of them full-width. A leading quote makes them text.
	const text = (value ?? '').replace(/^(?=[=+\-@＝＋－＠\t\r\n])/, "'");
	return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
