/** Registers the service worker. Without one, as in some private windows, everything else works. */
export function registerServiceWorker() {
	navigator.serviceWorker?.register('/service-worker.js').catch(() => {});
}
