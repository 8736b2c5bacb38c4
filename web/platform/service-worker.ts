/** Registers the service worker. The app also works without a service worker, as in some private windows. */
export function registerServiceWorker() {
	navigator.serviceWorker?.register('/service-worker.js').catch(() => {});
}
