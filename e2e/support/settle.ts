import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Page, Request } from '@playwright/test';

/** Milliseconds in which a page must settle. After that the test fails. */
const settleTimeout = 60_000;

const pendingRequests = new WeakMap<Page, Set<Request>>();

/** Tracks the pending requests of all pages, including scripts and pictures, which the app's own count of pending calls lacks. */
export function trackRequests(context: BrowserContext) {
	const onEnd = (request: Request) => {
		for (const page of context.pages()) pendingRequests.get(page)?.delete(request);
	};
	context.on('page', (page) => {
		const requests = new Set<Request>();
		pendingRequests.set(page, requests);
		page.on('request', (request) => {
			// Opening another document cancels the requests of the previous document.
			if (request.isNavigationRequest() && request.frame() === page.mainFrame()) requests.clear();
			if (!isLongLived(request)) requests.add(request);
		});
	});
	context.on('requestfinished', onEnd);
	context.on('requestfailed', onEnd);
}

function isLongLived(request: Request): boolean {
	return request.resourceType() === 'ping' || request.url().endsWith('/api/notifications/stream');
}

/** Waits until the page is hydrated, has no pending request and has rendered the results. */
export async function waitUntilSettled(page: Page): Promise<void> {
	const requests = pendingRequests.get(page) ?? new Set();
	const deadline = performance.now() + settleTimeout;
	for (;;) {
		// `evaluate` rejects during a navigation, which counts as busy.
		const isPageBusy = await page.evaluate(isBusy).catch(() => true);
		if (!isPageBusy && requests.size === 0) return;
		if (page.isClosed()) throw new Error('The page was closed before it settled');
		if (performance.now() > deadline) throw new Error(await describePending(page, requests));
		await setTimeout(25);
	}
}

/** Runs in the page. Returns whether the app is or becomes busy within three frames, because a response may cause the next request. */
async function isBusy(): Promise<boolean> {
	const root = document.documentElement;
	for (let frames = 0; frames < 3; frames += 1) {
		if (!('hydrated' in root.dataset) || Number(root.dataset.pending ?? 0) > 0) return true;
		await new Promise<void>((resolve) => {
			requestAnimationFrame(() => window.setTimeout(resolve));
			// A timer replaces the frame in a hidden page, where Chromium draws no frames.
			window.setTimeout(resolve, 100);
		});
	}
	return false;
}

async function describePending(page: Page, requests: ReadonlySet<Request>): Promise<string> {
	const { hydrated, pending } = await page.evaluate(() => ({ ...document.documentElement.dataset }));
	const state = `hydrated: ${hydrated !== undefined}, pending calls: ${pending ?? 0}`;
	return `${page.url()} does not settle (${state}), requests: ${[...requests].map((request) => request.url())}`;
}
