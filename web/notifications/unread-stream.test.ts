import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { subscribeToUnreadCount } from './unread-stream.ts';

let connections: { signal: AbortSignal; send: (text: string) => void }[];
const page = new EventTarget();

beforeEach(() => {
	vi.useFakeTimers();
	connections = [];
	vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
	vi.stubGlobal('window', page);
	// Fake server whose stream sends only what the test sends.
	vi.stubGlobal('fetch', async (_: string, { signal }: { signal: AbortSignal }) => {
		const body = new ReadableStream<Uint8Array>({
			start(stream) {
				connections.push({ signal, send: (text) => stream.enqueue(new TextEncoder().encode(text)) });
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

test('reconnects after a silent minute and keeps an active connection', async () => {
	const unreadCounts: number[] = [];
	const stop = subscribeToUnreadCount('token', (unread) => unreadCounts.push(unread));
	await vi.advanceTimersByTimeAsync(50_000);
	connections[0]?.send(': here\n\n');
	await vi.advanceTimersByTimeAsync(50_000);
	expect(connections).toHaveLength(1);
	await vi.advanceTimersByTimeAsync(20_000);
	expect(connections[0]?.signal.aborted).toBe(true);
	expect(connections).toHaveLength(2);
	connections[1]?.send('event: notices\ndata: {"unread":3}\n\n');
	await vi.advanceTimersByTimeAsync(0);
	expect(unreadCounts).toEqual([3]);
	stop();
	expect(connections[1]?.signal.aborted).toBe(true);
});

test('reconnects at once when the browser goes online', async () => {
	const stop = subscribeToUnreadCount('token', () => {});
	await vi.advanceTimersByTimeAsync(0);
	page.dispatchEvent(new Event('online'));
	await vi.advanceTimersByTimeAsync(0);
	expect(connections.map(({ signal }) => signal.aborted)).toEqual([true, false]);
	stop();
	page.dispatchEvent(new Event('online'));
	await vi.advanceTimersByTimeAsync(120_000);
	expect(connections).toHaveLength(2);
});
