import { type RefObject, useEffect, useRef } from 'react';

/**
 * For a row of links that is wider than a phone: holds the current one in its middle. The row is positioned, and `current`
 * changes with the link; null shows the row's beginning.
 */
export function useCurrentInView<Row extends HTMLElement>(current: string | null): RefObject<Row | null> {
	const row = useRef<Row>(null);
	useEffect(() => {
		if (!row.current) return;
		const link = current === null ? null : row.current.querySelector<HTMLElement>('[aria-current]');
		row.current.scrollLeft = link ? link.offsetLeft - (row.current.clientWidth - link.clientWidth) / 2 : 0;
	}, [current]);
	return row;
}
