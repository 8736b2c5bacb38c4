import type { BrowserContext } from '@playwright/test';

/** What the app fetches ahead for use without a network, a second after a page has come: the session may end meanwhile. */
const expectedPrefetchErrors = /status of 401 .*\/api\/me\/enrollments\)/;

/** Writes down what goes wrong in a browser: errors, what the page's policy forbade, failed requests, requests to other origins. */
export function collectErrors(context: BrowserContext, address: string, errors: string[]) {
	const { origin } = new URL(address);
	context.on('console', (message) => {
		const trouble = `console.error: ${message.text()} (${message.location().url})`;
		if (message.type() === 'error' && !expectedPrefetchErrors.test(trouble)) errors.push(trouble);
	});
	context.on('weberror', (error) => {
		errors.push(`page error: ${error.error().stack ?? error.error()}`);
	});
	context.on('request', (request) => {
		const url = new URL(request.url());
		if (/^https?:$/.test(url.protocol) && url.origin !== origin) errors.push(`another origin: ${url}`);
	});
	context.on('requestfailed', (request) => {
		const reason = request.failure()?.errorText;
		// A page gives up requests as it is left.
		if (reason !== 'net::ERR_ABORTED') errors.push(`failed request: ${request.method()} ${request.url()} ${reason}`);
	});
}

/** What a browser reports of requests that go nowhere, with the worker beside the page and without. */
export const offlineErrors = [
	/ERR_INTERNET_DISCONNECTED/,
	/ERR_FAILED/,
	/Failed to fetch/,
	/Error loading route module/,
	/NetworkError: No answer/,
];
