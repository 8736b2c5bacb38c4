import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls a positioned row so that its current link is centered. `current` must change with the link; null scrolls to the start. */
export function useCenteredCurrentLink<Row extends HTMLElement>(current: string | null): RefObject<Row | null> {
	const row = useRef<Row>(null);
	useEffect(() => {
		if (!row.current) return;
		const link = current === null ? null : row.current.querySelector<HTMLElement>('[aria-current=page]');
		row.current.scrollLeft = link ? link.offsetLeft - (row.current.clientWidth - link.clientWidth) / 2 : 0;
	}, [current]);
	return row;
}
