import type { z } from 'zod';
import type { Person } from '../../contract/accounts.ts';
import { limits } from '../../contract/limits.ts';
import {
	type Notice,
	type NoticeChannel,
	type NoticeKind,
	type NotificationSettings,
	noticeChannels,
	noticeKinds,
	type updateNotificationSettings,
} from '../../contract/notifications.ts';
import type { Page } from '../../contract/page.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Comments } from '../comments/index.ts';
import type { Clock } from '../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Database, Db, Tx } from '../platform/database/index.ts';
import type { Actor } from '../platform/http/index.ts';
import type { Jobs } from '../platform/jobs/index.ts';
import type { Posts } from '../posts/index.ts';
import { type Devices, messageIcon } from './devices.ts';
import { pushJob } from './job-definitions.ts';
import { composeNoticeText, type NoticeSubject } from './notice-text.ts';
import { type QuietHours, quietDelay } from './quiet-hours.ts';
import * as store from './store.ts';
import type { NoticeRow, SettingsRow } from './tables.ts';
import { noticesTag } from './tags.ts';

export interface NotificationsDeps {
	db: Database;
	clock: Clock;
	jobs: Jobs;
	accounts: Accounts;
	ads: Ads;
	posts: Posts;
	comments: Comments;
	devices: Devices;
}

export type Notifications = ReturnType<typeof createNotifications>;

export interface NoticeInput {
	kind: NoticeKind;
	/** News with the same key is one notice, as long as it is unread. */
	group: string;
	/** Who caused it; null where nobody in particular has. */
	actorId: number | null;
	/** Each actor counts once, or each piece of news; or only the latest matters. */
	grouping: 'people' | 'news' | 'latest';
	about: NoticeSubject;
}

/** Actors that a notice remembers, and comments. */
const maxActors = 50;
/** How long somebody who has liked or followed before is not told of again, milliseconds. */
const repeatWindow = 24 * 3_600_000;

export function createNotifications(deps: NotificationsDeps) {
	const { db, clock, jobs, accounts, ads, posts, comments, devices } = deps;

	/** What becomes of a notice when more of the same comes; null where nothing new is in it. */
	function mergeNotice(before: NoticeRow | null, { actorId, grouping, about }: NoticeInput) {
		const actors: number[] = before ? JSON.parse(before.actors) : [];
		const known = actorId !== null && actors.includes(actorId);
		const isOpen = before !== null && before.read_at === null;
		if (before && (JSON.parse(before.about) as NoticeSubject).event === about.event) return null;
		const recent = before !== null && clock.now() - before.created_at < repeatWindow;
		if (grouping === 'people' && known && (isOpen || recent)) return null;
		const earlier = isOpen && grouping !== 'latest' ? before : null;
		const others = earlier ? actors.filter((id) => id !== actorId) : [];
		const told = earlier ? ((JSON.parse(earlier.about) as NoticeSubject).comments ?? []) : [];
		return {
			replaces: isOpen ? before.id : null,
			count: (earlier?.count ?? 0) + 1,
			actors: [...(actorId === null ? [] : [actorId]), ...others].slice(0, maxActors),
			about: about.comments ? { ...about, comments: [...about.comments, ...told].slice(0, maxActors) } : about,
		};
	}

	async function loadActors(at: Db, rows: readonly NoticeRow[]): Promise<Map<number, Person>> {
		return accounts.findVisiblePeople(
			at,
			rows.flatMap((row) => (JSON.parse(row.actors) as number[]).slice(0, 3)),
		);
	}

	function told(row: NoticeRow, known: Map<number, Person>) {
		const actors = JSON.parse(row.actors) as number[];
		const shown = actors.slice(0, 3).flatMap((id) => known.get(id) ?? []);
		const about = JSON.parse(row.about) as NoticeSubject;
		const words = composeNoticeText({ kind: row.kind, count: row.count, about, people: shown, actors: actors.length });
		return { ...words, path: about.path, people: shown };
	}

	/** Leaves out what is about another's ad or post that may not be seen any more. */
	async function filterVisible(at: Db, rows: readonly NoticeRow[]): Promise<NoticeRow[]> {
		const seen = rows.flatMap((row) => (JSON.parse(row.about) as NoticeSubject).seen ?? []);
		const idsOf = (target: 'ads' | 'posts') => seen.filter((one) => one.target === target).map(({ id }) => id);
		const shown = {
			ads: await ads.visibleIds(at, idsOf('ads')),
			posts: await posts.visibleIds(at, idsOf('posts')),
		};
		return rows.filter((row) => {
			const { seen } = JSON.parse(row.about) as NoticeSubject;
			return !seen || shown[seen.target].has(seen.id);
		});
	}

	return {
		/** Tells an account, as it has chosen; once, however often it is called with the same event. */
		async notify(tx: Tx, accountId: number, news: NoticeInput): Promise<void> {
			const settings = await store.lockSettings(tx, accountId);
			const is = (channel: NoticeChannel) => !isOff(settings, news.kind, channel);
			const before = await store.findLatestOfGroup(tx, accountId, news.group);
			const now = mergeNotice(before, news);
			if (!now || (!is('inbox') && !is('push'))) return;
			if (now.replaces !== null) await store.deleteNotice(tx, now.replaces);
			const id = await store.insertNotice(tx, {
				account_id: accountId,
				kind: news.kind,
				group_key: news.group,
				inbox: is('inbox') ? 1 : 0,
				count: now.count,
				actors: JSON.stringify(now.actors),
				about: JSON.stringify(now.about),
				created_at: clock.now(),
				read_at: null,
			});
			tx.invalidate(noticesTag(accountId));
			if (!is('push')) return;
			const delay = quietDelay(toQuietHours(settings), clock.now());
			for (const device of await devices.listByAccount(tx, accountId)) {
				await jobs.add(tx, pushJob, { notice_id: id, device_id: device.id }, { delay });
			}
		},

		/**
		 * Sends a notice to a device, unless it was read or has become part of a later one, its comments are gone, or its owner has switched
		 * its kind off meanwhile; where it is quiet now it waits until that ends. Throws `Unavailable`.
		 */
		async push(noticeId: number, deviceId: number, signal: AbortSignal): Promise<void> {
			const [row, device] = [await store.findNotice(db, noticeId), await devices.find(db, deviceId)];
			if (!row || row.read_at !== null || device?.account_id !== row.account_id) return;
			const settings = await store.findSettings(db, row.account_id);
			if (isOff(settings, row.kind, 'push')) return;
			const delay = quietDelay(toQuietHours(settings), clock.now());
			if (delay > 0) {
				const later = { notice_id: noticeId, device_id: deviceId };
				await db.transaction((tx) => jobs.add(tx, pushJob, later, { delay }));
				return;
			}
			if ((await filterVisible(db, [row])).length === 0) return;
			const mentioned = (JSON.parse(row.about) as NoticeSubject).comments;
			if (mentioned && !(await comments.hasVisible(db, mentioned))) return;
			const { title, text, path } = told(row, await loadActors(db, [row]));
			const notification = { title, body: text, icon: messageIcon };
			await devices.send(device, { notification, data: { path, tag: row.group_key } }, signal);
		},

		/** A page of the own inbox, newest first. Throws `invalid` for a cursor that is not ours. */
		async list(
			actor: Actor,
			{ limit, cursor }: { limit: number; cursor?: string | undefined },
		): Promise<Page<Notice> & { unread: number; up_to: number | null }> {
			const [below = null] = decodeCursor(cursor, 1) ?? [];
			const found = await store.listNotices(db, actor.accountId, below, limit + 1);
			const page = found.slice(0, limit);
			const last = found.length > limit ? page.at(-1) : undefined;
			const rows = await filterVisible(db, page);
			const known = await loadActors(db, rows);
			return {
				items: rows.map((row) => {
					const { text, path, people } = told(row, known);
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
				unread: await store.countUnread(db, actor.accountId),
				up_to: page[0]?.id ?? null,
			};
		},

		countUnread: (accountId: number): Promise<number> => store.countUnread(db, accountId),

		/** Marks everything up to a notice as read. */
		markRead: (actor: Actor, upTo: number): Promise<{ unread: number }> =>
			db.transaction(async (tx) => {
				await store.markRead(tx, actor.accountId, upTo, clock.now());
				tx.invalidate(noticesTag(actor.accountId));
				return { unread: await store.countUnread(tx, actor.accountId) };
			}),

		settings: async (actor: Actor): Promise<NotificationSettings> =>
			presentSettings(await store.findSettings(db, actor.accountId)),

		updateSettings: (
			actor: Actor,
			{ kinds = {}, quiet_hours }: z.output<(typeof updateNotificationSettings)['body']>,
		): Promise<NotificationSettings> =>
			db.transaction(async (tx) => {
				const settings = await store.lockSettings(tx, actor.accountId);
				const off = new Set<string>(JSON.parse(settings.off));
				for (const kind of noticeKinds) {
					for (const channel of noticeChannels) {
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
				return presentSettings(await store.lockSettings(tx, actor.accountId));
			}),

		sweep: () => store.deleteOldNotices(db, clock.now() - limits.noticeRetention),
	};
}

function isOff({ off }: SettingsRow, kind: NoticeKind, channel: NoticeChannel): boolean {
	return (JSON.parse(off) as string[]).includes(`${kind}.${channel}`);
}

function toQuietHours({ quiet_from, quiet_to, time_zone }: SettingsRow): QuietHours | null {
	return quiet_from === null || quiet_to === null ? null : { from: quiet_from, to: quiet_to, timeZone: time_zone };
}

function presentSettings(row: SettingsRow): NotificationSettings {
	const quiet = toQuietHours(row);
	const switches = noticeKinds.map((kind) => {
		return [kind, { inbox: !isOff(row, kind, 'inbox'), push: !isOff(row, kind, 'push') }] as const;
	});
	return {
		kinds: Object.fromEntries(switches) as NotificationSettings['kinds'],
		quiet_hours: quiet && {
			from: formatTimeOfDay(quiet.from),
			to: formatTimeOfDay(quiet.to),
			time_zone: quiet.timeZone,
		},
	};
}

function parseTimeOfDay(time: string): number {
	const [hours = 0, minutes = 0] = time.split(':').map(Number);
	return hours * 60 + minutes;
}

function formatTimeOfDay(minutes: number): string {
	return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
