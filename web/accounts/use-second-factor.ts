import { useState } from 'react';
import { isApiError } from '../platform/api-error.ts';

/** Wraps a login call. When the server asks for a second factor, `asksForCode` becomes true and `send` resolves to null. */
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
