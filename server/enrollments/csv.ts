/** A table as CSV (RFC 4180) that spreadsheets open as UTF-8. No cell is taken for a formula. */
export function toCsv(header: readonly string[], rows: readonly (readonly (string | number | null)[])[]): string {
	const lines = [header, ...rows].map((cells) => cells.map(escapeCell).join(','));
	return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function escapeCell(value: string | number | null): string {
	if (typeof value === 'number') return String(value);
	// Spreadsheets run what begins like this, some in wide letters, too; a quote in front makes it text.
	const text = (value ?? '').replace(/^(?=[=+\-@＝＋－＠\t\r\n])/, "'");
	return /[",\r\n\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
