import { useState } from 'react';
import { isApiError } from '../platform/api-error.ts';

/** Asks for the code of the second factor once the server wants it: `send` then returns null, because nothing went wrong yet. */
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
