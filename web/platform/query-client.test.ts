import { expect, test } from 'vitest';
import { ApiError, NetworkError } from '../../contract/client.ts';
import { BrowserQueryClient, retryDelay, shouldRetry } from './query-client.ts';

test('a lost network and a failing server are tried three times more, a refusal is not', () => {
	const lost = new NetworkError(null);
	expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, lost))).toEqual([true, true, true, false]);
	expect(shouldRetry(0, new ApiError(503, { code: 'unavailable', message: '' }))).toBe(true);
	expect(shouldRetry(0, new ApiError(404, { code: 'not_found', message: '' }))).toBe(false);
	expect(shouldRetry(0, new ApiError(422, { code: 'invalid', message: '' }))).toBe(false);
});

test('pauses double up to 30 seconds', () => {
	expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('a first answer that is on its way is asked anew once it is invalidated, also by whoever waits for it', async () => {
	const queries = new BrowserQueryClient();
	const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
	const signals: AbortSignal[] = [];
	const waiting = queries.fetchQuery({
		queryKey: ['own'],
		queryFn: ({ signal }) => answers[signals.push(signal) - 1]?.promise,
	});
	await queries.invalidateQueries({ queryKey: ['another'] });
	expect(signals).toHaveLength(1);
	void queries.invalidateQueries({ queryKey: ['own'] });
	expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
	answers[0].resolve('before');
	answers[1].resolve('after');
	expect(await waiting).toBe('after');
	expect(queries.getQueryData(['own'])).toBe('after');
});
