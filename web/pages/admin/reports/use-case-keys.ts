import { type RefObject, useEffect } from 'react';

const steps: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * J and K lead from case to case, wherever in one the focus is, unless something is being typed or chosen. The arrows do so only
 * on the case itself, for elsewhere they scroll. `present` says whether the list is there.
 */
export function useCaseKeys(list: RefObject<HTMLElement | null>, present: boolean) {
	useEffect(() => {
		const element = list.current;
		if (!present || !element) return;
		function onKeyDown(event: KeyboardEvent) {
			const step = steps[event.key];
			const at = event.target;
			if (!step || !(at instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
			if (at.closest('input, textarea, select, dialog, [role="dialog"]')) return;
			if (event.key.startsWith('Arrow') && !at.matches('article')) return;
			const next = stepTo(element as HTMLElement, step);
			if (!next) return;
			event.preventDefault();
			next.focus();
		}
		element.addEventListener('keydown', onKeyDown);
		return () => element.removeEventListener('keydown', onKeyDown);
	}, [list, present]);
}

/** The case before or after the one that has the focus; null where there is none. */
export function stepTo(list: HTMLElement, step: 1 | -1): HTMLElement | null {
	const cases = [...list.querySelectorAll<HTMLElement>('article')];
	const current = cases.findIndex((one) => one.contains(document.activeElement));
	return (current >= 0 && cases[current + step]) || null;
}
