import { addresses } from '../../contract/addresses.ts';
import type { Insight } from '../../contract/insights.ts';
import type { Target } from '../../contract/target.ts';
import { dayKey } from './day-key.ts';

/** Milliseconds that insights wait for others to go with them, and what is read one by one along a list. */
const pause = 4000;
const longPause = 30_000;
/** A beacon takes so many. */
const most = 50;

const waiting: Insight[] = [];
const told = new Set<string>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** When the timer ends. */
let due = Number.POSITIVE_INFINITY;
let listening = false;

/** An ad or a post is being looked at. Told once, whoever comes back to it. */
export function recordView(target: Target, id: number) {
	tellOnce({ type: 'view', target, id });
}

/** A post was read in a list. Goes out with others, or when the page is left. */
export function recordReading(id: number) {
	tellOnce({ type: 'view', target: 'posts', id }, longPause);
}

/** 'Chat on WhatsApp' was tapped on an ad. */
export function recordContact(id: number) {
	tellOnce({ type: 'contact', id });
	// The page may be left for the other app.
	send();
}

function tellOnce(insight: Insight, within = pause) {
	const key = JSON.stringify(insight);
	if (told.has(key)) return;
	told.add(key);
	tell(insight, within);
}

/** Collects what our own server is told, without saying who reads. Nothing waits for it, and nothing fails with it. */
export function tell(insight: Insight, within = pause) {
	waiting.push(insight);
	if (!listening) {
		listening = true;
		addEventListener('pagehide', send);
		document.addEventListener('visibilitychange', () => {
			if (document.visibilityState === 'hidden') send();
		});
	}
	if (waiting.length >= most) return send();
	const at = Date.now() + within;
	if (at >= due) return;
	clearTimeout(timer);
	due = at;
	timer = setTimeout(send, within);
}

function send() {
	clearTimeout(timer);
	due = Number.POSITIVE_INFINITY;
	while (waiting.length > 0) {
		const body = JSON.stringify({ day_key: dayKey(), insights: waiting.splice(0, most) });
		try {
			navigator.sendBeacon(addresses.sendInsights.slice('POST '.length), body);
		} catch {
			// A figure less is nobody's trouble.
		}
	}
}
