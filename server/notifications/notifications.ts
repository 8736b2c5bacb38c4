import type { z } from 'zod';
import type { Person } from '../../contract/accounts.ts';
import { limits } from '../../contract/limits.ts';
import {
	type InboxNotification,
	type NotificationChannel,
	type NotificationKind,
	type NotificationSettings,
	notificationChannels,
	notificationKinds,
	type updateNotificationSettings,
} from '../../contract/notifications.ts';
import type { CursorPage } from '../../contract/page.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import type { Clock } from '../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import type { Actor } from '../platform/http/index.ts';
import type { JobQueue } from '../platform/jobs/index.ts';
import type { PostService } from '../posts/index.ts';
import { notificationsCacheTag } from './cache-tags.ts';
import { type DeviceService, pushMessageIconPath } from './devices.ts';
import { pushJob } from './job-definitions.ts';
import { composeNotificationText, type NotificationSubject } from './notification-text.ts';
import { getQuietHoursDelay } from './quiet-hours.ts';
import { isOff, parseTimeOfDay, presentSettings, toQuietHours } from './settings.ts';
import * as store from './store.ts';
import type { NotificationRow } from './tables.ts';

export interface NotificationServiceDeps {
	db: Database;
	clock: Clock;
	jobs: JobQueue;
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	comments: CommentService;
	devices: DeviceService;
}

export type NotificationService = ReturnType<typeof createNotificationService>;

export interface NotificationInput {
	kind: NotificationKind;
	/** Events with the same group key share one notification while the notification is unread. */
	group: string;
	/** Account that caused the event, or null. */
	actorId: number | null;
	/** What `count` and the text tell about a group: `people` its actors, each once; `news` its events; `latest` only the latest event. */
	grouping: 'people' | 'news' | 'latest';
	about: NotificationSubject;
	/** Number of events that the notification tells about; 1 by default. */
	count?: number;
}

/** Maximum number of actors stored per notification. The same limit applies to comments. */
const maxActors = 50;
/** Milliseconds in which a repeated like or follow by the same account causes no new notification. */
const repeatWindow = 24 * 3_600_000;

export function createNotificationService(deps: NotificationServiceDeps) {
	const { db, clock, jobs, accounts, ads, posts, comments, devices } = deps;

	/** Merges an event into the latest notification of its group. Returns null if the event changes nothing. */
	function mergeNotification(
		before: NotificationRow | null,
		{ actorId, grouping, about, count = 1 }: NotificationInput,
	) {
		const actors: number[] = before ? JSON.parse(before.actors) : [];
		const known = actorId !== null && actors.includes(actorId);
		const isOpen = before !== null && before.read_at === null;
		if (before && (JSON.parse(before.about) as NotificationSubject).event === about.event) return null;
		const recent = before !== null && clock.now() - before.created_at < repeatWindow;
		if (grouping === 'people' && known && (isOpen || recent)) return null;
		const earlier = isOpen && grouping !== 'latest' ? before : null;
		const others = earlier ? actors.filter((id) => id !== actorId) : [];
		const earlierComments = earlier ? ((JSON.parse(earlier.about) as NotificationSubject).comments ?? []) : [];
		return {
			replaces: isOpen ? before.id : null,
			count: (earlier?.count ?? 0) + count,
			actors: [...(actorId === null ? [] : [actorId]), ...others].slice(0, maxActors),
			about: about.comments
				? { ...about, comments: [...about.comments, ...earlierComments].slice(0, maxActors) }
				: about,
		};
	}

	async function loadActors(at: Db, rows: readonly NotificationRow[]): Promise<Map<number, Person>> {
		return accounts.findVisiblePeople(
			at,
			rows.flatMap((row) => (JSON.parse(row.actors) as number[]).slice(0, 3)),
		);
	}

	function renderNotice(row: NotificationRow, known: Map<number, Person>) {
		const actors = JSON.parse(row.actors) as number[];
		const people = actors.slice(0, 3).flatMap((id) => known.get(id) ?? []);
		const about = JSON.parse(row.about) as NotificationSubject;
		const texts = composeNotificationText({ kind: row.kind, count: row.count, about, people, actors: actors.length });
		return { ...texts, path: about.path, people };
	}

	/** Filters out notifications about an ad or post of another account that is no longer visible. */
	async function filterVisible(at: Db, rows: readonly NotificationRow[]): Promise<NotificationRow[]> {
		const seen = rows.flatMap((row) => (JSON.parse(row.about) as NotificationSubject).seen ?? []);
		const idsOf = (target: 'ads' | 'posts') => seen.filter((one) => one.target === target).map(({ id }) => id);
		const visibleIds = {
			ads: await ads.visibleIds(at, idsOf('ads')),
			posts: await posts.visibleIds(at, idsOf('posts')),
		};
		return rows.filter((row) => {
			const { seen } = JSON.parse(row.about) as NotificationSubject;
			return !seen || visibleIds[seen.target].has(seen.id);
		});
	}

	return {
		/** Stores a notification and queues push jobs, by the account's settings. Repeated calls with the same event have no effect. */
		async notify(tx: Tx, accountId: number, notification: NotificationInput): Promise<void> {
			const settings = await store.lockSettingsRow(tx, accountId);
			const isOn = (channel: NotificationChannel) => !isOff(settings, notification.kind, channel);
			const before = await store.findLatestNotificationOfGroup(tx, accountId, notification.group);
			const merged = mergeNotification(before, notification);
			if (!merged || (!isOn('inbox') && !isOn('push'))) return;
			if (merged.replaces !== null) await store.deleteNotification(tx, merged.replaces);
			const id = await store.insertNotification(tx, {
				account_id: accountId,
				kind: notification.kind,
				group_key: notification.group,
				inbox: isOn('inbox') ? 1 : 0,
				count: merged.count,
				actors: JSON.stringify(merged.actors),
				about: JSON.stringify(merged.about),
				created_at: clock.now(),
				read_at: null,
			});
			tx.invalidate(notificationsCacheTag(accountId));
			if (!isOn('push')) return;
			const delay = getQuietHoursDelay(toQuietHours(settings), clock.now());
			for (const device of await devices.listByAccount(tx, accountId)) {
				await jobs.add(tx, pushJob, { notice_id: id, device_id: device.id }, { delay });
			}
		},

		/**
		 * Sends a notification to a device. Does nothing if the notification is read or replaced, its kind is switched off, its subject is
		 * not visible or the device is gone. During quiet hours, queues the job again. Throws `ServiceUnavailableError`.
		 */
		async push(notificationId: number, deviceId: number, signal: AbortSignal): Promise<void> {
			const [row, device] = [await store.findNotification(db, notificationId), await devices.find(db, deviceId)];
			if (!row || row.read_at !== null || device?.account_id !== row.account_id) return;
			const settings = await store.findSettings(db, row.account_id);
			if (isOff(settings, row.kind, 'push')) return;
			const delay = getQuietHoursDelay(toQuietHours(settings), clock.now());
			if (delay > 0) {
				const later = { notice_id: notificationId, device_id: deviceId };
				await db.transaction((tx) => jobs.add(tx, pushJob, later, { delay }));
				return;
			}
			if ((await filterVisible(db, [row])).length === 0) return;
			const mentioned = (JSON.parse(row.about) as NotificationSubject).comments;
			if (mentioned && !(await comments.hasVisible(db, mentioned))) return;
			const { title, text, path } = renderNotice(row, await loadActors(db, [row]));
			const notification = { title, body: text, icon: pushMessageIconPath };
			await devices.send(device, { notification, data: { path, tag: row.group_key } }, signal);
		},

		/** Lists the actor's inbox, newest first. Throws `invalid` for an invalid cursor. */
		async list(
			actor: Actor,
			{ limit, cursor }: { limit: number; cursor?: string | undefined },
		): Promise<CursorPage<InboxNotification> & { unread: number; up_to: number | null }> {
			const [below = null] = decodeCursor(cursor, 1) ?? [];
			const found = await store.listNotifications(db, actor.accountId, below, limit + 1);
			const page = found.slice(0, limit);
			const last = found.length > limit ? page.at(-1) : undefined;
			const rows = await filterVisible(db, page);
			const known = await loadActors(db, rows);
			return {
				items: rows.map((row) => {
					const { text, path, people } = renderNotice(row, known);
					const { id, kind, read_at, created_at } = row;
					return {
						id,
						kind,
						text,
						path,
						people,
						read: read_at !== null,
						created_at: new Date(created_at).toISOString(),
					};
				}),
				next_cursor: last ? encodeCursor([last.id]) : null,
				unread: await store.countUnreadNotifications(db, actor.accountId),
				up_to: page[0]?.id ?? null,
			};
		},

		countUnread: (accountId: number): Promise<number> => store.countUnreadNotifications(db, accountId),

		markRead: (actor: Actor, upTo: number): Promise<{ unread: number }> =>
			db.transaction(async (tx) => {
				await store.markNotificationsRead(tx, actor.accountId, upTo, clock.now());
				tx.invalidate(notificationsCacheTag(actor.accountId));
				return { unread: await store.countUnreadNotifications(tx, actor.accountId) };
			}),

		settings: async (actor: Actor): Promise<NotificationSettings> =>
			presentSettings(await store.findSettings(db, actor.accountId)),

		updateSettings: (
			actor: Actor,
			{ kinds = {}, quiet_hours }: z.output<(typeof updateNotificationSettings)['body']>,
		): Promise<NotificationSettings> =>
			db.transaction(async (tx) => {
				const settings = await store.lockSettingsRow(tx, actor.accountId);
				const off = new Set<string>(JSON.parse(settings.off));
				for (const kind of notificationKinds) {
					for (const channel of notificationChannels) {
						const on = kinds[kind]?.[channel];
						if (on === true) off.delete(`${kind}.${channel}`);
						if (on === false) off.add(`${kind}.${channel}`);
					}
				}
				await store.updateSettings(tx, actor.accountId, {
					off: JSON.stringify([...off]),
					...(quiet_hours !== undefined && {
						quiet_from: quiet_hours && parseTimeOfDay(quiet_hours.from),
						quiet_to: quiet_hours && parseTimeOfDay(quiet_hours.to),
						time_zone: quiet_hours?.time_zone ?? settings.time_zone,
					}),
				});
				return presentSettings(await store.lockSettingsRow(tx, actor.accountId));
			}),

		sweep: () => store.deleteNotificationsBefore(db, clock.now() - limits.notificationRetention),
	};
}
