import { type RefObject, useEffect } from 'react';

const steps: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * Lets J and K move the focus between cases, except from form controls and dialogs. Arrow keys do so only from a case itself, because
 * elsewhere they scroll. `isPresent` is whether the list of cases is rendered.
 */
export function useCaseShortcuts(list: RefObject<HTMLElement | null>, isPresent: boolean) {
	useEffect(() => {
		const element = list.current;
		if (!isPresent || !element) return;
		function onKeyDown(event: KeyboardEvent) {
			const step = steps[event.key];
			const target = event.target;
			if (!step || !(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
			if (target.closest('input, textarea, select, dialog, [role="dialog"]')) return;
			if (event.key.startsWith('Arrow') && !target.matches('article')) return;
			const next = getNeighbourCaseElement(target, step);
			if (!next) return;
			event.preventDefault();
			next.focus();
		}
		element.addEventListener('keydown', onKeyDown);
		return () => element.removeEventListener('keydown', onKeyDown);
	}, [list, isPresent]);
}

/** Returns the case after (1) or before (-1) the case that contains `inside`; null if there is none. */
function getNeighbourCaseElement(inside: Element, step: 1 | -1): HTMLElement | null {
	const item = inside.closest('article')?.closest('li');
	const next = step === 1 ? item?.nextElementSibling : item?.previousElementSibling;
	return next?.querySelector<HTMLElement>('article') ?? null;
}
