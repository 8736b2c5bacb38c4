import { useState } from 'react';

/** Returns `failure`, which stays visible during a retry so that the retry button keeps the focus, and a function that retries. */
export function useRetry<Failure>(
	failure: Failure | null,
	refetch: () => Promise<unknown>,
): [failure: Failure | null, retry: () => void] {
	const [retried, setRetried] = useState<Failure | null>(null);
	const shown = failure ?? retried;

	function retry() {
		setRetried(shown);
		void refetch().finally(() => setRetried(null));
	}

	return [shown, retry];
}
