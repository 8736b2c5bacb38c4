import { createContext, useContext } from 'react';

const ReducedData = createContext(false);

export const ReducedDataProvider = ReducedData.Provider;

/** Whether to load as little as possible: small pictures, and nothing without a tap. */
export function useReducedData(): boolean {
	return useContext(ReducedData);
}
