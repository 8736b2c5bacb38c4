import { type RefObject, useEffect } from 'react';
import type { Target } from '../../contract/target.ts';
import { getSession } from '../accounts/session.ts';
import { onRead } from '../insights/on-read.ts';
import { recordReading, recordView } from '../insights/tell.ts';

/** Counts that an ad or a post is looked at, unless by whose it is. `owner` is a user name. */
export function useView(target: Target, id: number, owner: string) {
	useEffect(() => {
		if (getSession()?.user_name !== owner) recordView(target, id);
	}, [target, id, owner]);
}

/** Counts that a post is read in a list, unless by whose it is. */
export function useReading(element: RefObject<Element | null>, id: number, owner: string) {
	useEffect(() => {
		if (!element.current || getSession()?.user_name === owner) return;
		return onRead(element.current, () => recordReading(id));
	}, [element, id, owner]);
}
