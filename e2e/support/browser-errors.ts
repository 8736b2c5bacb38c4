import type { BrowserContext } from '@playwright/test';

/** Errors of the app's prefetch for offline use, a second after a page load. The session may have ended by then. */
const expectedPrefetchErrors = /status of 401 .*\/api\/me\/enrollments\)/;

/** WhatsApp's address of chats, which open in a new tab. Tests have no internet. */
export const chatAddress = 'https://wa.me/';

/** Collects a browser's errors: console errors, CSP violations, failed requests and requests to other origins. */
export function collectErrors(context: BrowserContext, address: string, errors: string[]) {
	const { origin } = new URL(address);
	context.on('console', (message) => {
		const problem = `console.error: ${message.text()} (${message.location().url})`;
		if (message.type() === 'error' && !expectedPrefetchErrors.test(problem)) errors.push(problem);
	});
	context.on('weberror', (error) => {
		errors.push(`page error: ${error.error().stack ?? error.error()}`);
	});
	context.on('request', (request) => {
		const url = new URL(request.url());
		if (/^https?:$/.test(url.protocol) && url.origin !== origin && !url.href.startsWith(chatAddress))
			errors.push(`another origin: ${url}`);
	});
	context.on('requestfailed', (request) => {
		const reason = request.failure()?.errorText;
		// Aborted requests are no errors, because navigation aborts pending requests.
		if (reason === 'net::ERR_ABORTED' || request.url().startsWith(chatAddress)) return;
		errors.push(`failed request: ${request.method()} ${request.url()} ${reason}`);
	});
}

/** Errors that a browser without a network reports, with and without the service worker. */
export const offlineErrorPatterns = [
	/ERR_INTERNET_DISCONNECTED/,
	/ERR_FAILED/,
	/Failed to fetch/,
	/Error loading route module/,
	/NetworkError: No answer/,
];
