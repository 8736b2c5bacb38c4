import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from '@playwright/test';

/** Milliseconds until a page that is still waiting for something is given up. */
const settleTimeout = 60_000;

const pendingRequests = new WeakMap<Page, Set<Request>>();

/** Keeps count of what the pages of a browser wait for: the app itself does not know of its scripts and pictures. */
export function trackRequests(context: BrowserContext) {
	const ended = (request: Request) => {
		for (const page of context.pages()) pendingRequests.get(page)?.delete(request);
	};
	context.on('page', (page) => {
		const requests = new Set<Request>();
		pendingRequests.set(page, requests);
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

/** The page has its code, no call is without its answer, nothing is being fetched, and what came is on the screen. */
export async function waitUntilSettled(page: Page): Promise<void> {
	const requests = pendingRequests.get(page) ?? new Set();
	const giveUp = performance.now() + settleTimeout;
	for (;;) {
		// A navigation that comes in between is work, too.
		const isAtWork = await page.evaluate(isBusy).catch(() => true);
		if (!isAtWork && requests.size === 0) return;
		if (page.isClosed()) throw new Error('The page was closed while it was waited for');
		if (performance.now() > giveUp) throw new Error(await describePending(page, requests));
		await setTimeout(25);
	}
}

/** In the page: whether the app is at work, or begins to within three frames, as where an answer brings the next question. */
async function isBusy(): Promise<boolean> {
	const root = document.documentElement;
	for (let frames = 0; frames < 3; frames += 1) {
		if (!('hydrated' in root.dataset) || Number(root.dataset.pending ?? 0) > 0) return true;
		await new Promise<void>((resolve) => {
			requestAnimationFrame(() => window.setTimeout(resolve));
			// Chromium draws no frame where it believes that nobody looks.
			window.setTimeout(resolve, 100);
		});
	}
	return false;
}

async function describePending(page: Page, requests: ReadonlySet<Request>): Promise<string> {
	const { hydrated, pending } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
	const state = `hydrated: ${hydrated !== undefined}, calls without an answer: ${pending ?? 0}`;
	return `${page.url()} does not come to rest (${state}), requests: ${[...requests].map((one) => one.url())}`;
}
