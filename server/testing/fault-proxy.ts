import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Transform } from 'node:stream';

/**
 * Fault of a proxied request: a response with this status and S3 error code; `cut` closes the connection before the response; `cut
 * response` and `stall response` close or pause it halfway through the response; `change body` changes a byte of the request's body.
 */
export type Fault = { status: number; code: string } | 'cut' | 'cut response' | 'stall response' | 'change body';

export interface FaultProxy {
	/** URL of the proxy, without a trailing slash. */
	address: string;
	/** Applies a fault to the next `times` requests with the method `only`, or with any method. */
	inject(fault: Fault, times?: number, only?: string): void;
	/** Number of received requests with a method. */
	count(method: string): number;
	close(): Promise<void>;
}

/** Starts a loopback proxy. Without a fault, it forwards requests unchanged, including the Host header, which S3 clients sign. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
	const faults: { fault: Fault; only: string | undefined }[] = [];
	const methods: (string | undefined)[] = [];

	function forward(incoming: IncomingMessage, response: ServerResponse, fault: Fault | undefined): void {
		const { method, url, rawHeaders } = incoming;
		const outgoing = request(target + url, { method, headers: rawHeaders, setHost: false }, (upstream) => {
			response.writeHead(upstream.statusCode ?? 500, upstream.rawHeaders);
			if (fault !== 'cut response' && fault !== 'stall response') {
				upstream.pipe(response);
				return;
			}
			const half = Math.floor(Number(upstream.headers['content-length']) / 2);
			let sent = 0;
			upstream.on('data', (chunk: Buffer) => {
				const part = chunk.subarray(0, half - sent);
				sent += part.length;
				response.write(part, () => {
					if (sent === half && fault === 'cut response') response.destroy();
				});
			});
		});
		outgoing.on('error', () => response.destroy());
		response.on('close', () => outgoing.destroy());
		(fault === 'change body' ? incoming.pipe(changeByte()) : incoming).pipe(outgoing);
	}

	const server = createServer((incoming, response) => {
		methods.push(incoming.method);
		const index = faults.findIndex(({ only }) => only === undefined || only === incoming.method);
		const fault = index === -1 ? undefined : faults.splice(index, 1)[0]?.fault;
		if (fault === 'cut') {
			incoming.destroy();
		} else if (typeof fault === 'object') {
			const error = `<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>Injected</Message></Error>`;
			incoming.resume().on('end', () => response.writeHead(fault.status, { 'content-type': 'text/xml' }).end(error));
		} else {
			forward(incoming, response, fault);
		}
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		inject(fault, times = 1, only = undefined) {
			for (let time = 0; time < times; time += 1) faults.push({ fault, only });
		},
		count: (method) => methods.filter((one) => one === method).length,
		close() {
			return new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			});
		},
	};
}

function changeByte(): Transform {
	let isChanged = false;
	return new Transform({
		transform(chunk: Buffer, _encoding, done) {
			if (!isChanged) chunk[0] = (chunk[0] ?? 0) ^ 1;
			isChanged = true;
			done(null, chunk);
		},
	});
}
