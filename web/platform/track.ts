import { endpointAddresses } from '../../contract/core/addresses.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { InsightEvent } from '../../contract/insights/insights.ts';
import { getDailyVisitorKey } from './daily-visitor-key.ts';

/** Milliseconds until buffered analytics events are sent. List views wait for `listFlushDelay`, because they come one by one. */
const flushDelay = 4000;
const listFlushDelay = 30_000;
/** Maximum number of analytics events per request, as the API limits it. */
const maxBatchSize = 50;

const buffer: InsightEvent[] = [];
const trackedKeys = new Set<string>();
const leaveListeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** Time of the next flush in milliseconds since 1970. */
let flushAt = Number.POSITIVE_INFINITY;
let isListening = false;

/** Tracks a view of an ad or a post, once per page load. */
export function trackView(target: ContentTarget, id: number) {
	trackOnce({ type: 'view', target, id });
}

/** Tracks a view of a post in a list. The view may stay in the buffer for `listFlushDelay`. */
export function trackListView(id: number) {
	trackOnce({ type: 'view', target: 'posts', id }, listFlushDelay);
}

/** Tracks which parts of a video were watched, once per page load. `parts` is a bit mask. */
export function trackWatch(id: number, parts: number) {
	trackOnce({ type: 'watch', id, parts }, flushDelay, `watch ${id}`);
}

/** Tap on a contact link of an ad. `offer` is a WhatsApp chat with an offered price. */
export type ContactTap = 'whatsapp' | 'offer' | 'call';

export function trackContact(id: number, kind: ContactTap) {
	if (kind === 'call') trackOnce({ type: 'call', id });
	else trackOnce({ type: 'contact', id });
	if (kind === 'offer') trackOnce({ type: 'offer', id });
	// The tap opens another app, so the analytics event is sent at once.
	flush();
}

/** Tracks a tap on a product of a video, once per page load. */
export function trackProductTap(videoId: number) {
	trackOnce({ type: 'product', id: videoId });
}

function trackOnce(insight: InsightEvent, delay = flushDelay, key = JSON.stringify(insight)) {
	if (trackedKeys.has(key)) return;
	trackedKeys.add(key);
	trackInsight(insight, delay);
}

/** Buffers an insight, an anonymous analytics event, for the server. Never throws. `delay` is the longest wait in milliseconds. */
export function trackInsight(insight: InsightEvent, delay = flushDelay) {
	buffer.push(insight);
	listen();
	if (buffer.length >= maxBatchSize) return flush();
	const dueAt = Date.now() + delay;
	if (dueAt >= flushAt) return;
	clearTimeout(timer);
	flushAt = dueAt;
	timer = setTimeout(flush, delay);
}

/** Calls `listener` when the page is hidden or left, before the buffer is sent. Returns a function that removes the listener. */
export function onPageLeave(listener: () => void): () => void {
	listen();
	leaveListeners.add(listener);
	return () => void leaveListeners.delete(listener);
}

function listen() {
	if (isListening) return;
	isListening = true;
	addEventListener('pagehide', leavePage);
	document.addEventListener('visibilitychange', () => {
		if (document.visibilityState === 'hidden') leavePage();
	});
}

function leavePage() {
	for (const listener of leaveListeners) listener();
	flush();
}

function flush() {
	clearTimeout(timer);
	flushAt = Number.POSITIVE_INFINITY;
	while (buffer.length > 0) {
		const body = JSON.stringify({ day_key: getDailyVisitorKey(), insights: buffer.splice(0, maxBatchSize) });
		try {
			navigator.sendBeacon(endpointAddresses.sendInsights.slice('POST '.length), body);
		} catch {
			// The loss of an analytics event is acceptable.
		}
	}
}
