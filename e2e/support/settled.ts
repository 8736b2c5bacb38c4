import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from 'playwright-core';

/** Milliseconds without a request until a page counts as settled, and until it is given up. */
const quiet = 500;
const patience = 30_000;

const underway = new WeakMap<Page, Set<Request>>();

/** Keeps count of what the pages of a browser wait for. */
export function watchRequests(context: BrowserContext) {
	const ended = (request: Request) => {
		for (const page of context.pages()) underway.get(page)?.delete(request);
	};
	context.on('page', (page) => {
		const requests = new Set<Request>();
		underway.set(page, requests);
		page.on('request', (request) => {
			// A new document: nobody waits for what the old one has asked.
			if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear();
			if (!staysOpen(request)) requests.add(request);
		});
	});
	context.on('requestfinished', ended);
	context.on('requestfailed', ended);
}

function staysOpen(request: Request): boolean {
	return request.resourceType() === 'ping' || request.url().endsWith('/api/notifications/stream');
}

/** Nothing has been on its way for a while. Unlike Playwright's own idea of it, this does not wait for what stays open, as live updates do. */
export async function settled(page: Page): Promise<void> {
	const requests = underway.get(page) ?? new Set();
	const giveUp = performance.now() + patience;
	let since = performance.now();
	while (performance.now() - since < quiet) {
		if (performance.now() > giveUp) throw new Error(`Still waiting for ${[...requests].map((one) => one.url())}`);
		await setTimeout(25);
		if (requests.size > 0) since = performance.now();
	}
}
