import { addresses } from '../../contract/addresses.ts';
import type { Insight } from '../../contract/insights.ts';
import type { Target } from '../../contract/target.ts';
import { getDayKey } from './day-key.ts';

/** Milliseconds that insights wait for others to go with them, and what is read one by one along a list. */
const flushDelay = 4000;
const listFlushDelay = 30_000;
/** A beacon takes so many. */
const maxBatchSize = 50;

const buffer: Insight[] = [];
const trackedKeys = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** When the timer ends. */
let flushAt = Number.POSITIVE_INFINITY;
let isListening = false;

/** An ad or a post is being looked at. Told once, whoever comes back to it. */
export function trackView(target: Target, id: number) {
	trackOnce({ type: 'view', target, id });
}

/** A post was read in a list. Goes out with others, or when the page is left. */
export function trackListView(id: number) {
	trackOnce({ type: 'view', target: 'posts', id }, listFlushDelay);
}

/** 'Chat on WhatsApp' was tapped on an ad. */
export function trackContact(id: number) {
	trackOnce({ type: 'contact', id });
	// The page may be left for the other app.
	flush();
}

function trackOnce(insight: Insight, within = flushDelay) {
	const key = JSON.stringify(insight);
	if (trackedKeys.has(key)) return;
	trackedKeys.add(key);
	track(insight, within);
}

/** Collects what our own server is told, without saying who reads. Nothing waits for it, and nothing fails with it. */
export function track(insight: Insight, within = flushDelay) {
	buffer.push(insight);
	if (!isListening) {
		isListening = true;
		addEventListener('pagehide', flush);
		document.addEventListener('visibilitychange', () => {
			if (document.visibilityState === 'hidden') flush();
		});
	}
	if (buffer.length >= maxBatchSize) return flush();
	const at = Date.now() + within;
	if (at >= flushAt) return;
	clearTimeout(timer);
	flushAt = at;
	timer = setTimeout(flush, within);
}

function flush() {
	clearTimeout(timer);
	flushAt = Number.POSITIVE_INFINITY;
	while (buffer.length > 0) {
		const body = JSON.stringify({ day_key: getDayKey(), insights: buffer.splice(0, maxBatchSize) });
		try {
			navigator.sendBeacon(addresses.sendInsights.slice('POST '.length), body);
		} catch {
			// A figure less is nobody's trouble.
		}
	}
}
