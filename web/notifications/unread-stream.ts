const minRetryDelay = 2000;
const maxRetryDelay = 60_000;

/** Milliseconds without data until the stream counts as lost. The server sends a ping every 25 seconds. */
const idleTimeout = 60_000;

/**
 * Calls `onUnread` with the number of unread notifications whenever the number changes while the tab is visible. The stream ends when the
 * returned function is called or the session is over. `fetch` replaces EventSource, which would put the session token into the URL.
 */
export function subscribeToUnreadCount(token: string, onUnread: (unread: number) => void): () => void {
	let connection: AbortController | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let idleTimer: ReturnType<typeof setTimeout> | undefined;
	let retryDelay = minRetryDelay;

	function restartIdleTimer(controller: AbortController) {
		if (connection !== controller) return;
		clearTimeout(idleTimer);
		idleTimer = setTimeout(() => controller.abort(), idleTimeout);
	}

	async function readStream(controller: AbortController) {
		const { signal } = controller;
		restartIdleTimer(controller);
		const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
		const response = await fetch('/api/notifications/stream', { headers, signal });
		if (response.status === 401) return stop();
		if (!response.ok || !response.body) return;
		const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
		for (let text = ''; ; ) {
			const { value, done } = await reader.read();
			if (done) return;
			restartIdleTimer(controller);
			retryDelay = minRetryDelay;
			const events = (text + value).split('\n\n');
			text = events.pop() ?? '';
			for (const event of events) {
				const data = /^data: (.*)$/m.exec(event)?.[1];
				if (data) onUnread(JSON.parse(data).unread);
			}
		}
	}

	function connect() {
		if (connection || document.visibilityState !== 'visible') return;
		const controller = new AbortController();
		connection = controller;
		readStream(controller)
			.catch(() => {})
			.finally(() => {
				if (connection !== controller) return;
				connection = null;
				clearTimeout(idleTimer);
				timer = setTimeout(connect, retryDelay);
				retryDelay = Math.min(retryDelay * 2, maxRetryDelay);
			});
	}

	function disconnect() {
		clearTimeout(timer);
		clearTimeout(idleTimer);
		connection?.abort();
		connection = null;
	}

	function onVisibility() {
		if (document.visibilityState === 'visible') connect();
		else disconnect();
	}

	/** Replaces the connection when the network is back, because the old connection belongs to the previous network. */
	function reconnect() {
		disconnect();
		retryDelay = minRetryDelay;
		connect();
	}

	function stop() {
		document.removeEventListener('visibilitychange', onVisibility);
		window.removeEventListener('online', reconnect);
		disconnect();
	}

	document.addEventListener('visibilitychange', onVisibility);
	window.addEventListener('online', reconnect);
	connect();
	return stop;
}
