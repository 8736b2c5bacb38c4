import { type RefObject, useEffect } from 'react';
import type { Target } from '../../contract/target.ts';
import { getSession } from '../accounts/session.ts';
import { observeView } from '../insights/observe-view.ts';
import { trackListView, trackView } from '../insights/track.ts';

/** Counts that an ad or a post is looked at, unless by whose it is. `owner` is a user name. */
export function useViewTracking(target: Target, id: number, owner: string) {
	useEffect(() => {
		if (getSession()?.user_name !== owner) trackView(target, id);
	}, [target, id, owner]);
}

/** Counts that a post is read in a list, unless by whose it is. */
export function useListViewTracking(element: RefObject<Element | null>, id: number, owner: string) {
	useEffect(() => {
		if (!element.current || getSession()?.user_name === owner) return;
		return observeView(element.current, () => trackListView(id));
	}, [element, id, owner]);
}
