import { Agent, type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';

/**
 * What happens to a request: its connection breaks before it has left, once half of its body has left, or before its response is
 * there; half of its body leaves and nothing more happens; something on the way responds in the server's place.
 */
export type Fault = 'cut' | 'cut body' | 'cut response' | 'stall' | { status: number; body: string };

/** A request as it left the browser. */
export interface SentRequest {
	method: string;
	url: string;
	/** Bytes of its body that have left. */
	bytes: number;
	/** Of the response; null until it is there. */
	status: number | null;
}

/** The network between a browser and servers on loopback, for code that calls `fetch` and `XMLHttpRequest`. */
export interface BrowserNetwork {
	fetch: typeof fetch;
	XMLHttpRequest: new () => object;
	/** Every request so far, oldest first. */
	requests: SentRequest[];
	/** Decides about each request; none befalls it where this is null. */
	chooseFault: ((request: SentRequest) => Fault | null) | null;
	close: () => void;
}

interface Outgoing {
	method: string;
	url: string;
	headers: Record<string, string>;
	body: Uint8Array;
	onProgress: (bytes: number) => void;
	/** Takes the function that gives the request up. */
	onStart: (abort: () => void) => void;
}

interface Incoming {
	status: number;
	headers: Record<string, string>;
	body: string;
}

const chunk = 65_536;

export function createBrowserNetwork(): BrowserNetwork {
	const agent = new Agent({ keepAlive: true });
	const network: BrowserNetwork = {
		requests: [],
		chooseFault: null,
		close: () => agent.destroy(),
		async fetch(input, init) {
			const asked = new Request(input, init);
			const outgoing = {
				method: asked.method,
				url: asked.url,
				headers: Object.fromEntries(asked.headers),
				body: new Uint8Array(await asked.arrayBuffer()),
				onProgress: () => {},
				onStart: (abort: () => void) => asked.signal.addEventListener('abort', abort, { once: true }),
			};
			const { status, headers, body } = await send(outgoing).catch((cause: unknown) => {
				asked.signal.throwIfAborted();
				throw new TypeError('Failed to fetch', { cause });
			});
			return new Response([204, 304].includes(status) ? null : body, { status, headers });
		},
		/** As much of it as sending files takes. */
		XMLHttpRequest: class {
			upload: { onprogress?: (event: object) => void; onload?: () => void } = {};
			onload?: () => void;
			onerror?: (event: object) => void;
			status = 0;
			responseText = '';
			#address = { method: '', url: '' };
			#headers: Record<string, string> = {};
			#received: Incoming | null = null;
			#isAborted = false;
			#abort = () => {};

			open(method: string, url: string) {
				this.#address = { method, url };
			}
			setRequestHeader(name: string, value: string) {
				this.#headers[name.toLowerCase()] = value;
			}
			getResponseHeader(name: string) {
				return this.#received?.headers[name.toLowerCase()] ?? null;
			}
			abort() {
				this.#isAborted = true;
				this.#abort();
			}
			async send(content: Blob | FormData | null = null) {
				const encoded = new Response(content);
				const type = encoded.headers.get('content-type');
				const body = new Uint8Array(await encoded.arrayBuffer());
				if (this.#isAborted) return;
				const headers = { ...(type && { 'content-type': type }), ...this.#headers };
				const onProgress = (loaded: number) =>
					this.upload.onprogress?.({ lengthComputable: true, loaded, total: body.length });
				const onStart = (abort: () => void) => {
					this.#abort = abort;
				};
				try {
					this.#received = await send({ ...this.#address, headers, body, onProgress: onProgress, onStart });
				} catch (error) {
					if (!this.#isAborted) this.onerror?.({ error });
					return;
				}
				if (this.#isAborted) return;
				this.status = this.#received.status;
				this.responseText = this.#received.body;
				this.onload?.();
			}
		},
	};

	async function send({ method, url, headers, body, onProgress, onStart }: Outgoing): Promise<Incoming> {
		const sent: SentRequest = { method, url, bytes: 0, status: null };
		network.requests.push(sent);
		const fault = network.chooseFault?.(sent) ?? null;
		if (fault === 'cut') throw new Error('Cut off');
		if (fault !== null && typeof fault === 'object') {
			sent.status = fault.status;
			return { status: fault.status, headers: {}, body: fault.body };
		}
		const request = sendRequest(url, { method, agent, headers: { ...headers, 'content-length': body.length } });
		onStart(() => request.destroy(new Error('Aborted')));
		const response = new Promise<IncomingMessage>((resolve, reject) => {
			request
				.on('response', resolve)
				.on('error', reject)
				.on('close', () => reject(new Error('Closed')));
		});
		const most = fault === 'cut body' || fault === 'stall' ? Math.floor(body.length / 2) : body.length;
		// The response may come, or the connection break, before all has left.
		await Promise.race([response, sendBody(request, body.subarray(0, most), sent, onProgress)]);
		if (fault === 'cut body') request.destroy(new Error('Cut off'));
		if (fault !== 'stall' && fault !== 'cut body') request.end();
		const received = await response;
		const answer = await text(received);
		sent.status = received.statusCode ?? 0;
		if (fault === 'cut response') throw new Error('Cut off');
		const pairs = Object.entries(received.headers).map(([name, value]) => [name, String(value)]);
		return { status: sent.status, headers: Object.fromEntries(pairs), body: answer };
	}

	return network;
}

async function sendBody(
	request: ClientRequest,
	body: Uint8Array,
	sent: SentRequest,
	onProgress: (bytes: number) => void,
): Promise<void> {
	for (let from = 0; from < body.length && !request.destroyed; from += chunk) {
		const part = body.subarray(from, from + chunk);
		await new Promise<void>((resolve) => request.write(part, () => resolve()));
		sent.bytes += part.length;
		onProgress(sent.bytes);
		// Lets whoever listens give up in between.
		await setImmediate();
	}
}
