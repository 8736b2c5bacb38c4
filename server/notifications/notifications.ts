import type { z } from 'zod';
import type { Person } from '../../contract/accounts/accounts.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import * as notificationLimits from '../../contract/notifications/limits.ts';
import {
	type InboxNotification,
	type NotificationChannel,
	type NotificationKind,
	type NotificationSettings,
	notificationChannels,
	notificationKinds,
	type updateNotificationSettings,
} from '../../contract/notifications/notifications.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { type PageQuery, readPageById } from '../core/cursor.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import { notificationsCacheTag } from './cache-tags.ts';
import { type DeviceService, pushMessageIconPath } from './devices.ts';
import { pushJob } from './job-definitions.ts';
import { composeNotificationText, type NotificationSubject } from './notification-text.ts';
import { getQuietHoursDelay } from './quiet-hours.ts';
import { isOff, parseTimeOfDay, presentSettings, toQuietHours } from './settings.ts';
import * as store from './store.ts';
import type { NotificationRow, NotificationSettingsRow } from './tables.ts';

export interface NotificationServiceDeps extends Pick<Platform, 'db' | 'clock' | 'jobs'> {
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	comments: CommentService;
	devices: DeviceService;
}

export type NotificationService = ReturnType<typeof createNotificationService>;

export interface NotificationInput extends NotificationContent {
	/** Recipient. */
	accountId: number;
}

export interface NotificationContent {
	kind: NotificationKind;
	/** Events with the same group key share one notification while the notification is unread. */
	group: string;
	/** Account that caused the event, or null. */
	actorId: number | null;
	/** What `count` and the text tell about a group: `people` its actors, each once; `news` its events; `latest` only the latest event. */
	grouping: 'people' | 'news' | 'latest';
	about: NotificationSubject;
	/** Number of events that the notification adds to a group of `news`; 1 by default. */
	count?: number;
}

/** Maximum number of actors stored per notification. The same limit applies to comments. */
export const maxActors = 50;
/** Notification while events are merged into it. */
interface Notification {
	/** Id of the stored notification that this one replaces; null if there is none. */
	storedId: number | null;
	isRead: boolean;
	createdAt: number;
	count: number;
	/** Ids of the accounts that caused it, latest first. */
	actors: number[];
	about: NotificationSubject;
}

/** Milliseconds in which a repeated like or follow by the same account causes no new notification. */
const repeatWindow = 24 * 3_600_000;

export function createNotificationService(deps: NotificationServiceDeps) {
	const { db, clock, jobs, accounts, ads, posts, comments, devices } = deps;

	/** Merges an event into the latest notification of its group. Returns null if the event changes nothing. */
	function mergeNotification(
		before: Notification | null,
		{ actorId, grouping, about, count = 1 }: NotificationInput,
	): Notification | null {
		const isKnown = before?.actors.some((id) => id === actorId) ?? false;
		const isOpen = before !== null && !before.isRead;
		if (before && isRepeated(before, about)) return null;
		const recent = before !== null && clock.now() - before.createdAt < repeatWindow;
		if (grouping === 'people' && isKnown && (isOpen || recent)) return null;
		const earlier = isOpen && grouping !== 'latest' ? before : null;
		const others = earlier?.actors.filter((id) => id !== actorId) ?? [];
		return {
			storedId: isOpen ? before.storedId : null,
			isRead: false,
			createdAt: clock.now(),
			count: (earlier?.count ?? 0) + count,
			actors: [...(actorId === null ? [] : [actorId]), ...others].slice(0, maxActors),
			about: {
				...about,
				...(about.comments && { comments: mergeIds(about.comments, earlier?.about.comments) }),
				...(about.matches && { matches: mergeIds(about.matches, earlier?.about.matches) }),
			},
		};
	}

	/** Returns whether a notification already tells of an event. */
	function isRepeated({ about }: Notification, { event, comments = [] }: NotificationSubject): boolean {
		return about.event === event || comments.some((id) => about.comments?.includes(id));
	}

	async function loadActors(db: Db, rows: readonly NotificationRow[]): Promise<Map<number, Person>> {
		return accounts.findVisiblePeople(
			db,
			rows.flatMap((row) => (JSON.parse(row.actors) as number[]).slice(0, 3)),
		);
	}

	function renderNotice(row: NotificationRow, known: Map<number, Person>) {
		const actors = JSON.parse(row.actors) as number[];
		const people = actors.slice(0, 3).flatMap((id) => known.get(id) ?? []);
		const about = JSON.parse(row.about) as NotificationSubject;
		const texts = composeNotificationText({
			kind: row.kind,
			count: row.count,
			about,
			people,
			actors: actors.length,
			isErased: actors[0] === store.erasedActor,
		});
		return { ...texts, path: about.path, people };
	}

	const mergeIds = (added: readonly number[], earlier: readonly number[] = []) =>
		[...new Set([...added, ...earlier])].slice(0, maxActors);

	/**
	 * Filters out notifications about an ad or post of another account that is no longer visible, and those about ads that match a saved
	 * search if none of the ads is for sale. Subtracts matches that are no longer for sale from the count.
	 */
	async function filterVisible(db: Db, rows: readonly NotificationRow[]): Promise<NotificationRow[]> {
		const seen = rows.flatMap((row) => (JSON.parse(row.about) as NotificationSubject).seen ?? []);
		const idsOf = (target: 'ads' | 'posts') => seen.filter((one) => one.target === target).map(({ id }) => id);
		const visibleIds = {
			ads: await ads.visibleIds(db, idsOf('ads')),
			posts: await posts.visibleIds(db, idsOf('posts')),
		};
		const matches = rows.flatMap((row) => (JSON.parse(row.about) as NotificationSubject).matches ?? []);
		const forSale = await ads.forSaleIds(db, [...new Set(matches)]);
		return rows.flatMap((row) => {
			const { seen, matches } = JSON.parse(row.about) as NotificationSubject;
			if (seen && !visibleIds[seen.target].has(seen.id)) return [];
			if (!matches) return row;
			const gone = matches.filter((id) => !forSale.has(id)).length;
			return gone < matches.length ? { ...row, count: row.count - gone } : [];
		});
	}

	async function queuePushJobs(
		tx: Tx,
		rows: readonly NotificationRow[],
		settings: ReadonlyMap<number, NotificationSettingsRow>,
	): Promise<void> {
		if (rows.length === 0) return;
		const found = await devices.listByAccounts(
			tx,
			rows.map(({ account_id }) => account_id),
		);
		const byAccount = Map.groupBy(found, ({ account_id }) => account_id);
		for (const { id, account_id } of rows) {
			const row = settings.get(account_id);
			const delay = row ? getQuietHoursDelay(toQuietHours(row), clock.now()) : 0;
			for (const device of byAccount.get(account_id) ?? []) {
				await jobs.add(tx, pushJob, { notice_id: id, device_id: device.id }, { delay });
			}
		}
	}

	return {
		/**
		 * Stores notifications and queues push jobs, by the settings of their accounts. Those of one group become one notification. Repeated
		 * calls with the same events have no effect. The accounts must exist.
		 */
		async notify(tx: Tx, notifications: readonly NotificationInput[]): Promise<void> {
			if (notifications.length === 0) return;
			const settings = await store.lockSettingsRows(
				tx,
				notifications.map(({ accountId }) => accountId),
			);
			const isOn = (accountId: number, kind: NotificationKind, channel: NotificationChannel) => {
				const row = settings.get(accountId);
				return row !== undefined && !isOff(row, kind, channel);
			};
			const wanted = notifications.filter(
				({ accountId, kind }) => isOn(accountId, kind, 'inbox') || isOn(accountId, kind, 'push'),
			);
			const latest = await store.findLatestNotifications(tx, wanted);
			const known = new Map(latest.map((row) => [toKey(row.account_id, row.group_key), fromRow(row)]));
			const merged = new Map<string, { input: NotificationInput; notification: Notification }>();
			for (const input of wanted) {
				const key = toKey(input.accountId, input.group);
				const notification = mergeNotification(known.get(key) ?? null, input);
				if (!notification) continue;
				known.set(key, notification);
				// Moves the group to the end, because the latest notification gets the highest id.
				merged.delete(key);
				merged.set(key, { input, notification });
			}
			const changed = [...merged.values()];
			await store.deleteNotifications(
				tx,
				changed.flatMap(({ notification }) => notification.storedId ?? []),
			);
			const rows = await store.insertNotifications(
				tx,
				changed.map(({ input, notification }) => ({
					account_id: input.accountId,
					kind: input.kind,
					group_key: input.group,
					inbox: isOn(input.accountId, input.kind, 'inbox') ? 1 : 0,
					count: notification.count,
					actors: JSON.stringify(notification.actors),
					about: JSON.stringify(notification.about),
					created_at: notification.createdAt,
				})),
			);
			tx.invalidate(...rows.map((row) => notificationsCacheTag(row.account_id)));
			await queuePushJobs(
				tx,
				rows.filter(({ account_id, kind }) => isOn(account_id, kind, 'push')),
				settings,
			);
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
			const [shown] = await filterVisible(db, [row]);
			if (!shown) return;
			const mentioned = (JSON.parse(row.about) as NotificationSubject).comments;
			if (mentioned && !(await comments.hasVisible(db, mentioned))) return;
			const { title, text, path } = renderNotice(shown, await loadActors(db, [row]));
			const notification = { title, body: text, icon: pushMessageIconPath };
			await devices.send(device, { notification, data: { path, tag: row.group_key } }, signal);
		},

		/** Lists the actor's inbox, newest first. Throws `invalid` for an invalid cursor. */
		async list(
			actor: Actor,
			pageQuery: PageQuery,
		): Promise<CursorPage<InboxNotification> & { unread: number; up_to: number | null }> {
			const page = await readPageById(pageQuery, (below, most) =>
				store.listNotifications(db, actor.accountId, below, most),
			);
			const rows = await filterVisible(db, page.rows);
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
						created_at: toIsoTime(created_at),
					};
				}),
				next_cursor: page.next_cursor,
				unread: await store.countUnreadNotifications(db, actor.accountId),
				up_to: page.rows[0]?.id ?? null,
			};
		},

		/** Returns whether the account wants mails about a kind. */
		wantsMail: async (db: Db, accountId: number, kind: NotificationKind): Promise<boolean> =>
			!isOff(await store.findSettings(db, accountId), kind, 'mail'),

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

		sweep: () => store.deleteNotificationsBefore(db, clock.now() - notificationLimits.notificationRetention),
	};
}

const toKey = (accountId: number, group: string) => `${accountId} ${group}`;

function fromRow(row: NotificationRow): Notification {
	return {
		storedId: row.id,
		isRead: row.read_at !== null,
		createdAt: row.created_at,
		count: row.count,
		actors: JSON.parse(row.actors),
		about: JSON.parse(row.about),
	};
}
