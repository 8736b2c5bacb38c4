/** Callback ref that moves the focus to an element that replaces the focused one. The element needs a `tabIndex` of -1. */
export function takeFocus(element: HTMLElement | null): void {
	element?.focus();
}
