/** Removes the characters that XML 1.0 forbids: control characters, lone surrogates, U+FFFE and U+FFFF. */
export function removeForbiddenCharacters(text: string): string {
	return text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '');
}

/** Escapes text for XML and HTML, as content of an element or of an attribute in quotes. */
export function escapeMarkup(text: string): string {
	return removeForbiddenCharacters(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
