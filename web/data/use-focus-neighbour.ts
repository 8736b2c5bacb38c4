import { type RefObject, useRef } from 'react';

interface FocusNeighbour {
	heading: RefObject<HTMLHeadingElement | null>;
	list: RefObject<HTMLUListElement | null>;
	/** Moves the focus from a card that leaves the list to the next card, else to the previous one, else to the heading. */
	focusNeighbour: (card: HTMLElement) => void;
}

/** Keeps the focus in a list of cards. The page attaches the refs; cards and heading need a `tabIndex`. */
export function useFocusNeighbour(): FocusNeighbour {
	const heading = useRef<HTMLHeadingElement>(null);
	const list = useRef<HTMLUListElement>(null);
	return {
		heading,
		list,
		focusNeighbour(card) {
			const cards = [...(list.current?.querySelectorAll<HTMLElement>('article') ?? [])];
			const index = cards.indexOf(card);
			(cards[index + 1] ?? cards[index - 1] ?? heading.current)?.focus();
		},
	};
}
