import { type RefObject, useEffect, useEffectEvent } from 'react';

interface FeedActions {
	next: () => void;
	previous: () => void;
	toggle: () => void;
	toggleSound: () => void;
	toggleCaptions: () => void;
	like: () => void;
}

const actionNames: Record<string, keyof FeedActions> = {
	arrowdown: 'next',
	pagedown: 'next',
	j: 'next',
	arrowup: 'previous',
	pageup: 'previous',
	k: 'previous',
	' ': 'toggle',
	m: 'toggleSound',
	c: 'toggleCaptions',
	l: 'like',
};

/**
 * Controls the video feed by keyboard while the focus is in the feed. Keys without a letter also work while the focus is nowhere. Letters do
 * not, because speech input types them.
 */
export function useFeedKeys(feed: RefObject<HTMLElement | null>, actions: FeedActions) {
	const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
		if (event.altKey || event.ctrlKey || event.metaKey) return;
		const { target } = event;
		const isInFeed = target instanceof HTMLElement && feed.current?.contains(target);
		if (!isInFeed && (target !== document.body || /^[a-z]$/i.test(event.key))) return;
		// A focused button or link handles the space key itself.
		if (event.key === ' ' && isInFeed && target.matches('button, a')) return;
		const name = actionNames[event.key.toLowerCase()];
		if (!name) return;
		event.preventDefault();
		actions[name]();
	});
	useEffect(() => {
		const listener = (event: KeyboardEvent) => onKeyDown(event);
		document.addEventListener('keydown', listener);
		return () => document.removeEventListener('keydown', listener);
	}, []);
}
