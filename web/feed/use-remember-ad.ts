import { useEffect } from 'react';
import { getSession } from '../accounts/session.ts';
import { rememberAd } from './recently-viewed.ts';

/** Remembers on this device that an ad was viewed, except by its owner. `owner` is a user name. */
export function useRememberAd(id: number, owner: string) {
	useEffect(() => {
		if (getSession()?.user_name !== owner) rememberAd(id);
	}, [id, owner]);
}
