/**
 * Copies a text to the clipboard and resolves to whether that succeeded. In-app browsers and pages without TLS lack or block the clipboard
 * API. There it uses `execCommand` on `field`, which must hold the text, or on a temporary field.
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
