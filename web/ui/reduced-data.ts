import { createContext, useContext } from 'react';

const ReducedData = createContext(false);

/** Says to everything below it whether as little as possible is to be loaded. */
export const ReducedDataProvider = ReducedData.Provider;

/** Whether as little as possible is to be loaded: small pictures, and nothing before it is asked for. */
export function useReducedData(): boolean {
	return useContext(ReducedData);
}
