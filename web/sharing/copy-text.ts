/**
 * Copies a text to the clipboard and resolves to whether it worked. If the browser lacks or blocks the clipboard
 * API (in-app browsers, pages without TLS), it selects `field`, which holds the text, or a temporary field, and
 * uses `execCommand`.
 */
export async function copyText(text: string, field?: HTMLInputElement | null): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return field ? copySelected(field) : copyFromOwnField(text);
	}
}

function copySelected(field: HTMLInputElement): boolean {
	field.focus();
	field.setSelectionRange(0, field.value.length);
	try {
		return document.execCommand('copy');
	} catch {
		return false;
	}
}

function copyFromOwnField(text: string): boolean {
	const before = document.activeElement;
	const field = document.createElement('input');
	field.value = text;
	field.readOnly = true;
	field.style.cssText = 'position:fixed;top:0;opacity:0';
	document.body.append(field);
	const copied = copySelected(field);
	field.remove();
	if (before instanceof HTMLElement) before.focus();
	return copied;
}
