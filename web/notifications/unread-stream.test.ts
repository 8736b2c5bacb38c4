import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToUnread } from './unread-stream.ts';

let begun: { signal: AbortSignal; say: (text: string) => void }[];
const page = new EventTarget();

beforeEach(() => {
	vi.useFakeTimers();
	begun = [];
	vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
	vi.stubGlobal('window', page);
	// A server that says what the test says, and nothing by itself.
	vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
		const body = new ReadableStream<Uint8Array>({
			start(stream) {
				begun.push({ signal, say: (text) => stream.enqueue(new TextEncoder().encode(text)) });
				signal.addEventListener('abort', () => stream.error(signal.reason));
			},
		});
		return new Response(body, { status: 200 });
	});
});
afterEach(() => {
	vi.unstubAllGlobals();
	vi.useRealTimers();
});

test('a connection that is silent for a minute is begun again, one that speaks is kept', async () => {
	const heard: number[] = [];
	const stop = subscribeToUnread('token', (unread) => heard.push(unread));
	await vi.advanceTimersByTimeAsync(50_000);
	begun[0]?.say(': here\n\n');
	await vi.advanceTimersByTimeAsync(50_000);
	expect(begun).toHaveLength(1);
	await vi.advanceTimersByTimeAsync(20_000);
	expect(begun[0]?.signal.aborted).toBe(true);
	expect(begun).toHaveLength(2);
	begun[1]?.say('event: notices\ndata: {"unread":3}\n\n');
	await vi.advanceTimersByTimeAsync(0);
	expect(heard).toEqual([3]);
	stop();
	expect(begun[1]?.signal.aborted).toBe(true);
});

test('another network begins it again at once', async () => {
	const stop = subscribeToUnread('token', () => {});
	await vi.advanceTimersByTimeAsync(0);
	page.dispatchEvent(new Event('online'));
	await vi.advanceTimersByTimeAsync(0);
	expect(begun.map(({ signal }) => signal.aborted)).toEqual([true, false]);
	stop();
	page.dispatchEvent(new Event('online'));
	await vi.advanceTimersByTimeAsync(120_000);
	expect(begun).toHaveLength(2);
});
