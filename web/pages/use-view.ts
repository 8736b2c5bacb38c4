import { useEffect } from 'react';
import type { Target } from '../../contract/target.ts';
import { getSession } from '../accounts/session.ts';
import { recordView } from '../insights/tell.ts';

/** Counts that an ad or a post is looked at, unless by whose it is. `owner` is a user name. */
export function useView(target: Target, id: number, owner: string) {
	useEffect(() => {
		if (getSession()?.user_name !== owner) recordView(target, id);
	}, [target, id, owner]);
}
