/** Markup that is safe to send. Only constants and `html` create it. */
export interface Html {
	readonly source: string;
}

/** Template for markup. Escapes every string that it inserts, for text and for quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html)[]): Html {
	const sources = values.map((value) => (typeof value === 'string' ? escapeText(value) : value.source));
	return { source: parts.map((part, index) => part + (sources[index] ?? '')).join('') };
}

export function joinHtml(pieces: readonly Html[]): Html {
	return { source: pieces.map(({ source }) => source).join('\n') };
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeText(text: string): string {
	return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}
