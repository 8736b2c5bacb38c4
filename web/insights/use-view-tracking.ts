import { type RefObject, useEffect } from 'react';
import type { ContentTarget } from '../../contract/core/target.ts';
import { getSession } from '../accounts/session.ts';
import { trackListView, trackView } from '../platform/track.ts';
import { observeView } from './observe-view.ts';

/** Counts a view of an ad or post, except by its owner. `owner` is a user name. `isViewed` is false until the visit counts as a view. */
export function useViewTracking(target: ContentTarget, id: number, owner: string, isViewed = true) {
	useEffect(() => {
		if (isViewed && getSession()?.user_name !== owner) trackView(target, id);
	}, [target, id, owner, isViewed]);
}

/** Counts a view of a post in a list, except by its owner. `owner` is a user name. */
export function useListViewTracking(element: RefObject<Element | null>, id: number, owner: string) {
	useEffect(() => {
		if (!element.current || getSession()?.user_name === owner) return;
		return observeView(element.current, () => trackListView(id));
	}, [element, id, owner]);
}
