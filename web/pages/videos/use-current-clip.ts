import { type RefObject, useLayoutEffect, useState } from 'react';
import type { Clip } from '../../../contract/ads/ads.ts';

interface CurrentClip {
	/** Index among the visible videos. At the screen after the last video, it is their number. */
	index: number;
	scrollTo: (index: number) => void;
	onScroll: () => void;
}

/**
 * Knows which video is on the screen of a list with one video a screen. The video stays on the screen when videos before it leave the list.
 * If it leaves the list itself, the next one takes its place. `firstId` is the id of the video that is shown first.
 */
export function useCurrentClip(
	scroller: RefObject<HTMLElement | null>,
	listed: readonly Clip[],
	visible: readonly Clip[],
	firstId: string | null,
): CurrentClip {
	const [shown, setShown] = useState(() => {
		const index = visible.findIndex(({ id }) => String(id) === firstId);
		return toShown(visible, Math.max(0, index));
	});
	const index = findIndex(listed, visible, shown);

	useLayoutEffect(() => {
		const element = scroller.current;
		if (element && getScreen(element) !== index) scrollToScreen(element, index, 'instant');
	}, [scroller, index]);

	return {
		index,
		scrollTo(to) {
			// A long way would show every video between, and load the start of each.
			if (scroller.current) scrollToScreen(scroller.current, to, Math.abs(to - index) > 1 ? 'instant' : 'auto');
		},
		onScroll() {
			if (!scroller.current) return;
			const next = toShown(visible, Math.min(getScreen(scroller.current), visible.length));
			setShown((before) => (before.id === next.id && before.index === next.index ? before : next));
		},
	};
}

interface ShownClip {
	/** Undefined at the screen after the last video. */
	id: number | undefined;
	index: number;
}

function toShown(visible: readonly Clip[], index: number): ShownClip {
	return { id: visible[index]?.id, index };
}

/** Returns the index of a video among the visible ones, or of the next visible one. */
function findIndex(listed: readonly Clip[], visible: readonly Clip[], { id, index }: ShownClip): number {
	const listedIndex = listed.findIndex((clip) => clip.id === id);
	if (listedIndex === -1) return Math.min(index, visible.length);
	const earlier = new Set(listed.slice(0, listedIndex));
	return visible.filter((clip) => earlier.has(clip)).length;
}

/** Returns which screen of a scrolled list is in view, counted from 0. */
function getScreen({ scrollTop, clientHeight }: HTMLElement): number {
	return Math.round(scrollTop / clientHeight);
}

function scrollToScreen(element: HTMLElement, screen: number, behavior: ScrollBehavior) {
	element.scrollTo({ top: screen * element.clientHeight, behavior });
}
