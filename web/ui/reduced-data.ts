import { createContext, useContext } from 'react';

const ReducedData = createContext(false);

export const ReducedDataProvider = ReducedData.Provider;

/** Returns whether pages load as little as possible: small pictures, and nothing more without a tap. */
export function useReducedData(): boolean {
	return useContext(ReducedData);
}
