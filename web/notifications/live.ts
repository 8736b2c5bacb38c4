const shortestPause = 2000;
const longestPause = 60_000;

/** Milliseconds without a word, of which the server says one every 25 seconds: the connection is gone, as after a change of network. */
const longestSilence = 60_000;

/**
 * Hears how many notices are unread as soon as that changes, while the tab is looked at. Through `fetch`, for an EventSource would have
 * to show the session's token in its address. Ends when the function it returns is called, or the session is over.
 */
export function hearUnread(token: string, onUnread: (unread: number) => void): () => void {
	let leave: AbortController | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let silence: ReturnType<typeof setTimeout> | undefined;
	let pause = shortestPause;

	function watch(controller: AbortController) {
		if (leave !== controller) return;
		clearTimeout(silence);
		silence = setTimeout(() => controller.abort(), longestSilence);
	}

	async function hear(controller: AbortController) {
		const { signal } = controller;
		watch(controller);
		const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
		const response = await fetch('/api/notifications/stream', { headers, signal });
		if (response.status === 401) return stop();
		if (!response.ok || !response.body) return;
		const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
		for (let text = ''; ; ) {
			const { value, done } = await reader.read();
			if (done) return;
			watch(controller);
			pause = shortestPause;
			const events = (text + value).split('\n\n');
			text = events.pop() ?? '';
			for (const event of events) {
				const data = /^data: (.*)$/m.exec(event)?.[1];
				if (data) onUnread(JSON.parse(data).unread);
			}
		}
	}

	function begin() {
		if (leave || document.visibilityState !== 'visible') return;
		const controller = new AbortController();
		leave = controller;
		hear(controller)
			.catch(() => {})
			.finally(() => {
				if (leave !== controller) return;
				leave = null;
				clearTimeout(silence);
				timer = setTimeout(begin, pause);
				pause = Math.min(pause * 2, longestPause);
			});
	}

	function end() {
		clearTimeout(timer);
		clearTimeout(silence);
		leave?.abort();
		leave = null;
	}

	function onVisibility() {
		if (document.visibilityState === 'visible') begin();
		else end();
	}

	/** What was open before goes over a network that is no more. */
	function beginAgain() {
		end();
		pause = shortestPause;
		begin();
	}

	function stop() {
		document.removeEventListener('visibilitychange', onVisibility);
		window.removeEventListener('online', beginAgain);
		end();
	}

	document.addEventListener('visibilitychange', onVisibility);
	window.addEventListener('online', beginAgain);
	begin();
	return stop;
}
