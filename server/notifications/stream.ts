import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AccountService } from '../accounts/index.ts';
import type { Database } from '../database/index.ts';
import { enforcePolicy, type OtherOperation } from '../http/index.ts';
import { parseNotificationsCacheTag } from './cache-tags.ts';
import type { NotificationService } from './notifications.ts';

export interface NotificationStreamDeps {
	db: Database;
	accounts: AccountService;
	notifications: NotificationService;
	/** Milliseconds between session checks of open streams. Each check also sends a keep-alive comment. */
	sessionCheckInterval: number;
}

/** Maximum number of open streams per account. A further stream closes the oldest stream. */
const maxTabs = 10;

interface Tab {
	sessionId: number;
	reply: FastifyReply;
}

const streamPath = '/api/notifications/stream';

/** The stream as the API documentation shows it. */
export const notificationStreamOperation: OtherOperation = {
	address: `GET ${streamPath}`,
	name: 'streamNotifications',
	summary: 'Stream the number of unread notifications as server-sent events: `event: notices`, `data: {"unread":3}`',
	tag: 'notifications',
	policy: 'signedIn',
	responses: {
		200: {
			description: 'Events until either side closes.',
			content: { 'text/event-stream': { schema: { type: 'string' } } },
		},
	},
	errors: ['unauthenticated', 'forbidden', 'invalid', 'too_many', 'internal', 'unavailable'],
};

/** Serves `GET /api/notifications/stream`: server-sent events with the number of unread notifications. */
export function serveNotificationStream(
	app: FastifyInstance,
	{ db, accounts, notifications, sessionCheckInterval }: NotificationStreamDeps,
): void {
	const tabs = new Map<number, Set<Tab>>();

	function end(accountId: number, tab: Tab): void {
		const open = tabs.get(accountId);
		open?.delete(tab);
		if (open?.size === 0) tabs.delete(accountId);
		tab.reply.raw.end();
	}

	async function sendUnread(accountId: number, to: Iterable<Tab>): Promise<void> {
		const unread = await notifications.countUnread(accountId);
		for (const { reply } of to) reply.raw.write(`event: notices\ndata: ${JSON.stringify({ unread })}\n\n`);
	}

	function onTags(tags: readonly string[]): void {
		// After a lost database connection, the tag `*` stands for all tags, because changes may have been missed.
		const all = tags.includes('*') ? [...tabs.keys()] : tags.map(parseNotificationsCacheTag);
		for (const accountId of all) {
			const open = accountId === null ? undefined : tabs.get(accountId);
			if (accountId !== null && open)
				sendUnread(accountId, open).catch((error: unknown) => app.log.warn({ err: error }, 'stream'));
		}
	}

	async function checkSessions(): Promise<void> {
		for (const [accountId, open] of tabs) {
			for (const tab of open) {
				const alive = await accounts.isSessionActive(db, tab.sessionId).catch(() => true);
				if (alive) tab.reply.raw.write(': here\n\n');
				else end(accountId, tab);
			}
		}
	}

	const stop = db.onInvalidate(onTags);
	const timer = setInterval(() => void checkSessions(), sessionCheckInterval).unref();
	app.stopping.addEventListener('abort', () => {
		stop();
		clearInterval(timer);
		for (const [accountId, open] of tabs) for (const tab of open) end(accountId, tab);
	});

	app.get(
		streamPath,
		// A HEAD request would open a stream that never sends a response.
		{ config: { policy: 'signedIn', rateLimit: {} }, exposeHeadRoute: false },
		async (request, reply) => {
			const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
			const actor = token ? await accounts.authenticate(token) : null;
			enforcePolicy('signedIn', actor, { beforePasswordChange: true, allowPendingDeletion: true });
			const { accountId, sessionId } = actor;
			const open = tabs.get(accountId) ?? new Set();
			const [oldest] = open;
			if (open.size >= maxTabs && oldest) end(accountId, oldest);
			reply.hijack();
			for (const [name, value] of Object.entries(reply.getHeaders())) {
				if (value !== undefined) reply.raw.setHeader(name, value);
			}
			reply.raw.writeHead(200, {
				'content-type': 'text/event-stream; charset=utf-8',
				'cache-control': 'no-store',
				// Disables response buffering in nginx.
				'x-accel-buffering': 'no',
			});
			const tab = { sessionId, reply };
			tabs.set(accountId, (tabs.get(accountId) ?? new Set()).add(tab));
			reply.raw.on('close', () => end(accountId, tab));
			await sendUnread(accountId, [tab]);
			if (app.stopping.aborted) end(accountId, tab);
		},
	);
}
