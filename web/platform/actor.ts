import { createContext, useContext } from 'react';
import type { Person } from '../../contract/accounts.ts';

interface Actor extends Person {
	/** The session's: what somebody has done is never sent as somebody else. */
	token: string;
}

const ActorContext = createContext<Actor | null>(null);

export const ActorProvider = ActorContext.Provider;

/** Who acts, in components; null for a visitor, on the server and while the page is hydrated. */
export function useActor(): Actor | null {
	return useContext(ActorContext);
}
