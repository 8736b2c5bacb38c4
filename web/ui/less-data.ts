import { createContext, useContext } from 'react';

const LessData = createContext(false);

/** Says to everything below it whether as little as possible is to be loaded. */
export const LessDataProvider = LessData.Provider;

/** Whether as little as possible is to be loaded: small pictures, and nothing before it is asked for. */
export function useLessData(): boolean {
	return useContext(LessData);
}
