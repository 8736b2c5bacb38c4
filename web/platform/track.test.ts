import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendInsights } from '../../contract/insights/insights.ts';

let sent: { path: string; body: unknown }[];
let listeners: Map<string, () => void>;
let stored: Map<string, string>;

beforeEach(() => {
	vi.resetModules();
	vi.useFakeTimers();
	sent = [];
	listeners = new Map();
	stored = new Map();
	const addListener = (name: string, listener: () => void) => void listeners.set(name, listener);
	vi.stubGlobal('addEventListener', addListener);
	vi.stubGlobal('document', { addEventListener: addListener, visibilityState: 'hidden' });
	vi.stubGlobal('localStorage', {
		getItem: (key: string) => stored.get(key) ?? null,
		setItem: (key: string, value: string) => void stored.set(key, value),
	});
	vi.stubGlobal('navigator', {
		sendBeacon: (path: string, body: string) => sent.push({ path, body: JSON.parse(body) }) > 0,
	});
});

afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

test('sends one batch after a few seconds, with each view once', async () => {
	const { trackView, trackInsight } = await import('./track.ts');
	trackView('ads', 7);
	trackView('ads', 7);
	trackView('posts', 7);
	trackInsight({ type: 'pageview', route: 'ad', path: '/feed/7/lamp' });
	expect(sent).toEqual([]);
	vi.advanceTimersByTime(4000);
	expect(sent).toHaveLength(1);
	expect(sent[0]?.path).toBe('/api/insights');
	const { insights } = sendInsights.body.parse(sent[0]?.body);
	expect(insights).toEqual([
		{ type: 'view', target: 'ads', id: 7 },
		{ type: 'view', target: 'posts', id: 7 },
		{ type: 'pageview', route: 'ad', path: '/feed/7/lamp' },
	]);
	vi.advanceTimersByTime(60_000);
	expect(sent).toHaveLength(1);
});

test('delays list views and sends them with the next batch', async () => {
	const { trackListView, trackView, trackInsight } = await import('./track.ts');
	const ids = () =>
		sent.map(({ body }) => sendInsights.body.parse(body).insights.map((insight) => 'id' in insight && insight.id));
	for (let id = 1; id <= 6; id += 1) {
		trackListView(id);
		vi.advanceTimersByTime(4000);
	}
	expect(sent).toEqual([]);
	vi.advanceTimersByTime(6000);
	expect(ids()).toEqual([[1, 2, 3, 4, 5, 6]]);
	trackListView(7);
	trackInsight({ type: 'pageview', route: 'ad', path: '/feed/7/lamp' });
	vi.advanceTimersByTime(4000);
	expect(ids()[1]).toEqual([7, false]);
	// A view counted in the list is not counted again on the post's page.
	trackView('posts', 7);
	for (let id = 8; id <= 57; id += 1) trackListView(id);
	expect(ids()[2]).toHaveLength(50);
	vi.advanceTimersByTime(60_000);
	expect(sent).toHaveLength(3);
});

test('flushes when the page is hidden, at most fifty per beacon', async () => {
	const { trackListView, trackView } = await import('./track.ts');
	for (let id = 1; id <= 110; id += 1) trackView('ads', id);
	for (let id = 1; id <= 10; id += 1) trackListView(id);
	listeners.get('visibilitychange')?.();
	expect(sent.map(({ body }) => sendInsights.body.parse(body).insights.length)).toEqual([50, 50, 20]);
});

test('sends a contact at once', async () => {
	const { trackContact } = await import('./track.ts');
	trackContact(7, 'whatsapp');
	expect(sent).toHaveLength(1);
});

test('counts an offer as a chat too, each once a page load', async () => {
	const { trackContact } = await import('./track.ts');
	for (const kind of ['offer', 'whatsapp', 'call', 'offer'] as const) trackContact(7, kind);
	const types = sent.flatMap(({ body }) => sendInsights.body.parse(body).insights.map(({ type }) => type));
	expect(types).toEqual(['contact', 'offer', 'call']);
});

test('sends the watched parts of a video once a page load', async () => {
	const { trackWatch } = await import('./track.ts');
	trackWatch(7, 0b111);
	trackWatch(7, 0b11111);
	trackWatch(8, 0b1);
	listeners.get('pagehide')?.();
	expect(sent.flatMap(({ body }) => sendInsights.body.parse(body).insights)).toEqual([
		{ type: 'watch', id: 7, parts: 0b111 },
		{ type: 'watch', id: 8, parts: 0b1 },
	]);
});

test('changes the day key every UTC day', async () => {
	const { getDailyVisitorKey } = await import('./daily-visitor-key.ts');
	const [today, later, tomorrow] = ['2026-06-15T01:00:00Z', '2026-06-15T23:59:59Z', '2026-06-16T00:00:00Z'].map(
		(time) => getDailyVisitorKey(new Date(time)),
	);
	expect(today).toMatch(/^[\w-]{16,64}$/);
	expect(later).toBe(today);
	expect(tomorrow).not.toBe(today);
	expect([...stored.values()].join()).not.toContain(today);
});

test('ignores failing beacons', async () => {
	vi.stubGlobal('navigator', {});
	const { trackContact } = await import('./track.ts');
	expect(() => trackContact(7, 'whatsapp')).not.toThrow();
});
