import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/index.ts';
import type { CachedResponse } from './cached-response.ts';

/** Response header with the tags under which the cache in front stores a response. */
const surrogateKeyHeader = 'surrogate-key';
/** Seconds that the cache in front stores a response. They limit the age of what cannot be purged because the cache is unreachable. */
const frontTtl = 15;
/** Characters of the tags in one header. Varnish accepts 8 KB by default. */
const maxHeaderLength = 7000;
/** Milliseconds after which tags are purged again, in case a response was being stored at the moment of the first purge. */
const repeatDelay = 1000;
/** Milliseconds between two attempts while the cache is unreachable, and after which an attempt fails. */
const [retryDelay, purgeTimeout] = [1000, 2000];
/** Milliseconds after which an idle connection is closed, before the cache closes it: a purge on a closed connection fails. */
const idleTimeout = 1000;

/** Marks a response that visitors share, so that the cache in front stores it under its tags. */
export function allowFrontCache(response: CachedResponse): CachedResponse {
	const keys = response.tags.join(' ');
	if (keys === '' || keys.length > maxHeaderLength) return response;
	const headers = { 'surrogate-control': `max-age=${frontTtl}`, [surrogateKeyHeader]: keys };
	return { ...response, headers: { ...response.headers, ...headers } };
}

export interface FrontCachePurger {
	/** Purges what is waiting, with one attempt, and stops. */
	close(): Promise<void>;
}

/**
 * Purges the tags that any process invalidates from the cache in front, in their order. Purges everything at the start and after a failure,
 * because earlier purges may be lost. `url` is the address at which the cache takes purges.
 */
export function startFrontCachePurger({
	db,
	url,
	logger,
}: {
	db: Pick<Database, 'onInvalidate'>;
	url: string;
	logger: Pick<FastifyBaseLogger, 'warn' | 'info'>;
}): FrontCachePurger {
	let waiting = new Set(['*']);
	const agent = new Agent({ keepAlive: true, maxSockets: 1, timeout: idleTimeout });
	const closing = new AbortController();
	const repeats = new Set<NodeJS.Timeout>();
	let sending: Promise<void> | undefined;
	let isSending = false;
	let isReachable = true;

	function add(tags: Iterable<string>): void {
		for (const tag of tags) waiting.add(tag);
		if (!isSending) sending = sendWaiting();
	}

	async function sendWaiting(): Promise<void> {
		isSending = true;
		while (waiting.size > 0) {
			const tags = takeBatch(waiting);
			try {
				await sendPurge(url, agent, tags);
				if (!isReachable) logger.info({ url }, 'the cache in front is purged again');
				isReachable = true;
			} catch (error) {
				if (isReachable) logger.warn({ err: error, url }, 'the cache in front cannot be purged');
				isReachable = false;
				waiting = new Set(['*']);
				if (closing.signal.aborted) break;
				await delay(retryDelay, undefined, { signal: closing.signal }).catch(() => {});
			}
		}
		isSending = false;
	}

	const unsubscribe = db.onInvalidate((tags) => {
		add(tags);
		if (closing.signal.aborted) return;
		const repeat = setTimeout(() => {
			repeats.delete(repeat);
			add(tags);
		}, repeatDelay);
		repeats.add(repeat.unref());
	});
	add([]);

	return {
		async close() {
			closing.abort();
			for (const repeat of repeats) clearTimeout(repeat);
			unsubscribe();
			await sending;
			agent.destroy();
		},
	};
}

/** Removes the tags of one purge from `waiting`. */
function takeBatch(waiting: Set<string>): string[] {
	const batch: string[] = [];
	let length = 0;
	for (const tag of waiting) {
		length += tag.length + 1;
		if (batch.length > 0 && length > maxHeaderLength) break;
		batch.push(tag);
		waiting.delete(tag);
	}
	return batch;
}

async function sendPurge(url: string, agent: Agent, tags: readonly string[]): Promise<void> {
	const sent = request(url, {
		method: 'PURGE',
		agent,
		headers: { [surrogateKeyHeader]: tags.join(' ') },
		signal: AbortSignal.timeout(purgeTimeout),
	}).end();
	const [response] = await once(sent, 'response');
	response.resume();
	if (response.statusCode !== 200) throw new Error(`The cache in front responded ${response.statusCode}`);
}
