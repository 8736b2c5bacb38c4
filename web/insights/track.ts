import { addresses } from '../../contract/addresses.ts';
import type { Insight } from '../../contract/insights.ts';
import type { Target } from '../../contract/target.ts';
import { getDayKey } from './day-key.ts';

/** Milliseconds until the buffer is sent; longer for list views, which come one by one. */
const flushDelay = 4000;
const listFlushDelay = 30_000;
/** Insights per request, as the API limits them. */
const maxBatchSize = 50;

const buffer: Insight[] = [];
const trackedKeys = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The time at which the timer fires, in Unix milliseconds. */
let flushAt = Number.POSITIVE_INFINITY;
let isListening = false;

/** Tracks a view of an ad or a post, once per page load. */
export function trackView(target: Target, id: number) {
	trackOnce({ type: 'view', target, id });
}

/** Tracks a view of a post in a list, with a longer delay. */
export function trackListView(id: number) {
	trackOnce({ type: 'view', target: 'posts', id }, listFlushDelay);
}

export function trackContact(id: number) {
	trackOnce({ type: 'contact', id });
	// The tap opens another app.
	flush();
}

function trackOnce(insight: Insight, delay = flushDelay) {
	const key = JSON.stringify(insight);
	if (trackedKeys.has(key)) return;
	trackedKeys.add(key);
	track(insight, delay);
}

/** Buffers an anonymous insight for the server. Never throws. `delay` is the longest wait in milliseconds. */
export function track(insight: Insight, delay = flushDelay) {
	buffer.push(insight);
	if (!isListening) {
		isListening = true;
		addEventListener('pagehide', flush);
		document.addEventListener('visibilitychange', () => {
			if (document.visibilityState === 'hidden') flush();
		});
	}
	if (buffer.length >= maxBatchSize) return flush();
	const dueAt = Date.now() + delay;
	if (dueAt >= flushAt) return;
	clearTimeout(timer);
	flushAt = dueAt;
	timer = setTimeout(flush, delay);
}

function flush() {
	clearTimeout(timer);
	flushAt = Number.POSITIVE_INFINITY;
	while (buffer.length > 0) {
		const body = JSON.stringify({ day_key: getDayKey(), insights: buffer.splice(0, maxBatchSize) });
		try {
			navigator.sendBeacon(addresses.sendInsights.slice('POST '.length), body);
		} catch {
			// Losing insights is acceptable.
		}
	}
}
