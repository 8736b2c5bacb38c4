import { createContext, useContext } from 'react';
import type { Person } from '../../contract/accounts/accounts.ts';

interface Actor extends Person {
	/** Token of the actor's session. It ensures that a call is never sent as another account. */
	token: string;
}

const ActorContext = createContext<Actor | null>(null);

export const ActorProvider = ActorContext.Provider;

/** Returns the acting account; null for visitors, on the server and during hydration. */
export function useActor(): Actor | null {
	return useContext(ActorContext);
}
