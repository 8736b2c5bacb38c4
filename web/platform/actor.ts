import { createContext, useContext } from 'react';
import type { Person } from '../../contract/accounts.ts';

const ActorContext = createContext<Person | null>(null);

export const ActorProvider = ActorContext.Provider;

/** Who acts, in components; null for a visitor, on the server and while the page is hydrated. */
export function useActor(): Person | null {
	return useContext(ActorContext);
}
