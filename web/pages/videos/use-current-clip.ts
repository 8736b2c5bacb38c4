import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { Clip } from '../../../contract/ads.ts';

interface CurrentClip {
	/** Index among the visible videos. At the screen after the last video, it is their number. */
	index: number;
	scrollTo: (index: number) => void;
	onScroll: () => void;
}

/**
 * Knows which video is on the screen of a list with one video a screen. The video stays on the screen when videos before it leave the list.
 * If it leaves the list itself, the next one takes its place. `at` is the id of the video that is shown first.
 */
export function useCurrentClip(
	scroller: RefObject<HTMLElement | null>,
	listed: readonly Clip[],
	visible: readonly Clip[],
	at: string | null,
): CurrentClip {
	const [shown, setShown] = useState<{ id: number | undefined; index: number }>({ id: visible[0]?.id, index: 0 });
	const listedIndex = listed.findIndex(({ id }) => id === shown.id);
	const index =
		listedIndex === -1
			? Math.min(shown.index, visible.length)
			: listed.slice(0, listedIndex).filter((clip) => visible.includes(clip)).length;

	useLayoutEffect(() => {
		if (scroller.current && getScreen(scroller.current) !== index) scrollToScreen(scroller.current, index, 'instant');
	}, [scroller, index]);

	// A visitor who returns sees the same video again.
	const restore = useEffectEvent(() => {
		const index = visible.findIndex(({ id }) => String(id) === at);
		if (index > 0 && scroller.current) scrollToScreen(scroller.current, index, 'instant');
	});
	useEffect(() => restore(), []);

	return {
		index,
		scrollTo: (index) => scroller.current && scrollToScreen(scroller.current, index, 'smooth'),
		onScroll() {
			if (!scroller.current) return;
			const index = Math.min(getScreen(scroller.current), visible.length);
			setShown({ id: visible[index]?.id, index });
		},
	};
}

/** Returns which screen of a scrolled list is in view, counted from 0. */
function getScreen({ scrollTop, clientHeight }: HTMLElement): number {
	return Math.round(scrollTop / clientHeight);
}

function scrollToScreen(element: HTMLElement, screen: number, behavior: ScrollBehavior) {
	element.scrollTo({ top: screen * element.clientHeight, behavior });
}
