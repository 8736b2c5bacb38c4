const shortestPause = 2000;
const longestPause = 60_000;

/**
 * Hears how many notices are unread as soon as that changes, while the tab is looked at. Through `fetch`, for an EventSource would have
 * to show the session's token in its address. Ends when the function it returns is called, or the session is over.
 */
export function hearUnread(token: string, onUnread: (unread: number) => void): () => void {
	let leave: AbortController | null = null;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let pause = shortestPause;

	async function hear(signal: AbortSignal) {
		const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
		const response = await fetch('/api/notifications/stream', { headers, signal });
		if (response.status === 401) return stop();
		if (!response.ok || !response.body) return;
		const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
		for (let text = ''; ; ) {
			const { value, done } = await reader.read();
			if (done) return;
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
		hear(controller.signal)
			.catch(() => {})
			.finally(() => {
				if (leave !== controller) return;
				leave = null;
				timer = setTimeout(begin, pause);
				pause = Math.min(pause * 2, longestPause);
			});
	}

	function end() {
		clearTimeout(timer);
		leave?.abort();
		leave = null;
	}

	function onVisibility() {
		if (document.visibilityState === 'visible') begin();
		else end();
	}

	function stop() {
		document.removeEventListener('visibilitychange', onVisibility);
		end();
	}

	document.addEventListener('visibilitychange', onVisibility);
	begin();
	return stop;
}
