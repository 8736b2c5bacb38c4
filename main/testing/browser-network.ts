import { Agent, type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';

/**
 * Fault that the simulated network applies to a request. `cut` breaks the connection before sending, `cut body` after half of the body,
 * `cut response` before the browser gets the response. `stall` stops sending after half of the body. An object is the response of an
 * intermediary, which does not forward the request.
 */
export type Fault = 'cut' | 'cut body' | 'cut response' | 'stall' | { status: number; body: string };

export interface SentRequest {
	method: string;
	url: string;
	/** Number of body bytes sent so far. */
	bytes: number;
	/** Whether the fault `stall` has stopped the request. */
	isStalled: boolean;
	/** Status of the response; null until the response arrives. */
	status: number | null;
}

/** A simulated network between a browser and loopback servers, for code that uses `fetch` and `XMLHttpRequest`. */
export interface BrowserNetwork {
	fetch: typeof fetch;
	XMLHttpRequest: new () => object;
	/** All requests but those that ask for the progress of a piece. */
	requests: SentRequest[];
	/** Returns the fault of a request, or null for none. If the property is null, no request has a fault. */
	chooseFault: ((request: SentRequest) => Fault | null) | null;
	close: () => void;
}

interface Outgoing {
	method: string;
	url: string;
	headers: Record<string, string>;
	body: Uint8Array;
	onProgress: (bytes: number) => void;
	/** Called with a function that aborts the request. */
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
			const request = new Request(input, init);
			const outgoing = {
				method: request.method,
				url: request.url,
				headers: Object.fromEntries(request.headers),
				body: new Uint8Array(await request.arrayBuffer()),
				onProgress: () => {},
				onStart: (abort: () => void) => request.signal.addEventListener('abort', abort, { once: true }),
			};
			const { status, headers, body } = await send(outgoing).catch((cause: unknown) => {
				request.signal.throwIfAborted();
				throw new TypeError('Failed to fetch', { cause });
			});
			return new Response([204, 304].includes(status) ? null : body, { status, headers });
		},
		/** Implements only those parts of `XMLHttpRequest` that file uploads use. */
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
					this.#received = await send({ ...this.#address, headers, body, onProgress, onStart });
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
		const sent: SentRequest = { method, url, bytes: 0, isStalled: false, status: null };
		// Only a slow piece is asked for its progress, so these requests neither count nor fail.
		const isProgress = url.endsWith('/received');
		if (!isProgress) network.requests.push(sent);
		const fault = isProgress ? null : (network.chooseFault?.(sent) ?? null);
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
		const limit = fault === 'cut body' || fault === 'stall' ? Math.floor(body.length / 2) : body.length;
		// A response or an error may arrive before the whole body is sent.
		await Promise.race([response, sendBody(request, body.subarray(0, limit), sent, onProgress)]);
		if (fault === 'stall') sent.isStalled = true;
		if (fault === 'cut body') request.destroy(new Error('Cut off'));
		if (fault !== 'stall' && fault !== 'cut body') request.end();
		const received = await response;
		const responseText = await text(received);
		sent.status = received.statusCode ?? 0;
		if (fault === 'cut response') throw new Error('Cut off');
		const pairs = Object.entries(received.headers).map(([name, value]) => [name, String(value)]);
		return { status: sent.status, headers: Object.fromEntries(pairs), body: responseText };
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
		const slice = body.subarray(from, from + chunk);
		await new Promise<void>((resolve) => request.write(slice, () => resolve()));
		sent.bytes += slice.length;
		onProgress(sent.bytes);
		// Yields to the event loop, so that a listener can abort the request between two chunks.
		await setImmediate();
	}
}
