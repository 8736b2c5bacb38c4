import { useState } from 'react';
import { isApiError } from '../platform/api-error.ts';

/**
 * Wraps a login call. `asksForCode` becomes true once the server requires a second factor; that `send` resolves to null instead of
 * rejecting.
 */
export function useSecondFactor<Fields, Response>(call: (fields: Fields) => Promise<Response>) {
	const [asksForCode, setAsksForCode] = useState(false);
	async function send(fields: Fields): Promise<Response | null> {
		try {
			return await call(fields);
		} catch (error) {
			if (asksForCode || !isApiError(error) || error.problem.fields?.code === undefined) throw error;
			setAsksForCode(true);
			return null;
		}
	}
	return { send, asksForCode };
}
