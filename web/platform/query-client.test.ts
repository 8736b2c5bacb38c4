import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../contract/core/client.ts';
import { BrowserQueryClient, retryDelay, shouldRetry } from './query-client.ts';

test('retries network and server errors three times, and never client errors', () => {
	const lost = new NetworkError(null);
	expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, lost))).toEqual([true, true, true, false]);
	expect(shouldRetry(0, new ApiError(503, { code: 'unavailable', message: '' }))).toBe(true);
	expect(shouldRetry(0, new ApiError(404, { code: 'not_found', message: '' }))).toBe(false);
	expect(shouldRetry(0, new ApiError(422, { code: 'invalid', message: '' }))).toBe(false);
});

test('doubles the delay up to 30 seconds', () => {
	expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('restarts a first fetch on invalidation, also for waiting callers', async () => {
	const queries = new BrowserQueryClient();
	const responses = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
	const signals: AbortSignal[] = [];
	const fetched = queries.fetchQuery({
		queryKey: ['own'],
		queryFn: ({ signal }) => responses[signals.push(signal) - 1]?.promise,
	});
	await queries.invalidateQueries({ queryKey: ['another'] });
	expect(signals).toHaveLength(1);
	void queries.invalidateQueries({ queryKey: ['own'] });
	expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
	responses[0].resolve('before');
	responses[1].resolve('after');
	expect(await fetched).toBe('after');
	expect(queries.getQueryData(['own'])).toBe('after');
});
