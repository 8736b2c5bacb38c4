import type { z } from 'zod';
import { type getMyInsights, type getSiteInsights, type Insight, vitalNames } from '../../contract/insights.ts';
import { limits } from '../../contract/limits.ts';
import type { Target } from '../../contract/target.ts';
import * as commonText from '../../contract/text/common.ts';
import type { Ads } from '../ads/index.ts';
import type { Comments } from '../comments/index.ts';
import type { Likes } from '../likes/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database/index.ts';
import type { Actor } from '../platform/http/index.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Posts } from '../posts/index.ts';
import type { SavedItems } from '../saved-items/index.ts';
import { collect, nothingCollected, putBack, type Seen, type Teller } from './collected.ts';
import { createNetworks } from './networks.ts';
import * as store from './store.ts';
import { p75 } from './vitals.ts';

export interface InsightsParts {
	db: Database;
	clock: Clock;
	ads: Ads;
	posts: Posts;
	likes: Likes;
	comments: Comments;
	savedItems: SavedItems;
	logger: { warn(details: object, message: string): void };
}

export type Insights = ReturnType<typeof createInsights>;
type Mine = z.output<(typeof getMyInsights)['responses'][200]>;
type Site = z.output<(typeof getSiteInsights)['responses'][200]>;

const day = 86_400_000;
/** Between writes, milliseconds. */
const pause = 1000;
/** Days that pageviews and vitals are kept. */
const keptDays = 90;
/** Different addresses of a day; the rest is counted by route alone. */
const mostPages = 20_000;
/** The newest ads, and as many posts, that figures are shown of. */
const mostItems = 200;
/** Routes of the site that figures are shown of: strangers choose their names. */
const mostRoutes = 100;

const figures = ['views', 'likes', 'saves', 'comments', 'contacts'] as const;
type Figures = Record<(typeof figures)[number], number>;

export function createInsights({ db, clock, ads, posts, likes, comments, savedItems, logger }: InsightsParts) {
	const doors = { ads, posts };
	const networks = createNetworks();
	let collected = nothingCollected();
	let timer: NodeJS.Timeout | undefined;
	let writing = Promise.resolve();

	/** Writes what was collected. What fails is tried again with the next. */
	function flush(): Promise<void> {
		writing = writing.then(async () => {
			clearTimeout(timer);
			timer = undefined;
			const batch = collected;
			collected = nothingCollected();
			if (batch.seen.size + batch.pages.size + batch.vitals.size === 0) return;
			try {
				const counted = await db.transaction(async (tx) => {
					const counted = await countSeen(tx, [...batch.seen.values()]);
					if (batch.pages.size > 0) await store.addPages(tx, await withoutTooMany(tx, batch.pages));
					await store.addVitals(tx, batch.vitals);
					return counted;
				});
				for (const [mark, times] of counted) networks.count(mark, times);
			} catch (error) {
				logger.warn({ err: error }, 'insights were not written');
				putBack(collected, batch);
				schedule();
			}
		});
		return writing;
	}

	function schedule(): void {
		timer ??= setTimeout(() => void flush(), pause).unref();
	}

	/** Answers how many were counted of each network and thing. */
	async function countSeen(tx: Tx, all: readonly Seen[]): Promise<Map<string, number>> {
		const counted = new Map<string, number>();
		const things = new Map<string, Seen[]>();
		for (const one of all) {
			const key = `${one.target} ${String(one.id).padStart(16, '0')} ${one.day}`;
			things.set(key, [...(things.get(key) ?? []), one]);
		}
		// In one order, so that two processes never wait for each other's rows.
		for (const key of [...things.keys()].sort()) {
			const [first, ...others] = things.get(key) ?? [];
			const target = first && (await doors[first.target].target(tx, first.id));
			if (!target) continue;
			const { target: kind, id, day } = first;
			const seen = [first, ...others];
			const fresh = await store.noteSeen(tx, seen);
			const sums = { view: 0, contact: 0 };
			for (const { what, hash, mark } of seen) {
				const before = counted.get(mark) ?? 0;
				if (!fresh.has(hash) || before >= networks.left(mark)) continue;
				counted.set(mark, before + 1);
				sums[what] += 1;
			}
			const { view: views, contact: contacts } = sums;
			if (views + contacts === 0) continue;
			await store.addToItemDay(tx, { ownerId: target.ownerId, target: kind, id, day, views, contacts });
			if (views > 0) await doors[kind].bump(tx, id, { views });
		}
		return counted;
	}

	/** Strangers choose the addresses: beyond so many a day they share one line. */
	async function withoutTooMany(tx: Tx, pages: typeof collected.pages): Promise<typeof collected.pages> {
		const today = [...pages.values()][0]?.day ?? 0;
		if ((await store.pagesOn(tx, today)) + pages.size <= mostPages) return pages;
		const byRoute: typeof collected.pages = new Map();
		for (const { day, route, views } of pages.values()) {
			const key = `${day} ${route}`;
			byRoute.set(key, { day, route, path: '', views: views + (byRoute.get(key)?.views ?? 0) });
		}
		return byRoute;
	}

	return {
		/** Takes what a browser tells; it is written within about a second. */
		take(teller: Teller, insights: readonly Insight[]): void {
			const today = Math.floor(clock.now() / day);
			for (const insight of insights) collect(collected, networks, today, teller, insight);
			schedule();
		},

		flush,

		/** Figures of what the actor has posted, or of one such thing. Throws `not_found` for what is not theirs. */
		async mine(actor: Actor, only: { target: Target; id: number } | null): Promise<Mine> {
			const items: Mine['items'] = [];
			const today = Math.floor(clock.now() / day);
			const first = today - limits.insightDays + 1;
			const byDay = new Map<number, Figures>();
			for (let index = first; index <= today; index += 1) byDay.set(index, none());

			const contacts = await store.contactsOf(db, actor.accountId);
			for (const target of ['ads', 'posts'] as const) {
				if (only && only.target !== target) continue;
				const own = await doors[target].figuresOf(db, actor.accountId, { id: only?.id, most: mostItems });
				const ids = own.map(({ id }) => id);
				if (ids.length === 0) continue;
				const from = first * day;
				for (const { day, count } of await likes.countByDay(db, target, ids, from)) add(byDay, day, 'likes', count);
				for (const { day, count } of await comments.countByDay(db, target, ids, from)) {
					add(byDay, day, 'comments', count);
				}
				const saves = new Map<number, number>();
				for (const { id, day, count } of await savedItems.countByDay(db, target, ids, 0)) {
					saves.set(id, (saves.get(id) ?? 0) + count);
					add(byDay, day, 'saves', count);
				}
				for (const { id, title, views, likes, comments } of own) {
					const taps = target === 'ads' ? (contacts.get(id) ?? 0) : 0;
					items.push({ target, id, title, views, likes, comments, saves: saves.get(id) ?? 0, contacts: taps });
				}
			}
			if (only && items.length === 0) throw new Refusal('not_found', commonText.notHere);

			for (const { target, id, day, views, contacts } of await store.itemDaysOf(db, actor.accountId, first)) {
				if (only && (only.target !== target || only.id !== id)) continue;
				add(byDay, day, 'views', views);
				add(byDay, day, 'contacts', contacts);
			}
			return {
				days: [...byDay].map(([index, counts]) => ({ day: dateOf(index), ...counts })),
				items,
			};
		},

		/** Pageviews and speed of the whole site, by route. */
		async site(): Promise<Site> {
			const today = Math.floor(clock.now() / day);
			const first = today - limits.insightDays + 1;
			const days = Array.from({ length: limits.insightDays }, (_, index) => first + index);

			const opened = new Map<string, number[]>();
			for (const { route, day, views } of await store.pageviews(db, first, mostRoutes)) {
				const byDay = opened.get(route) ?? days.map(() => 0);
				byDay[day - first] = views;
				opened.set(route, byDay);
			}
			const pageviews = [...opened].map(([route, by_day]) => ({ route, views: sum(by_day), by_day }));

			const histograms = Map.groupBy(
				await store.vitals(db, first, mostRoutes),
				({ route, name }) => `${route} ${name}`,
			);
			const vitals = [...histograms.values()].flatMap((steps) => {
				const [{ route, name: stored } = { route: '', name: '' }] = steps;
				const name = vitalNames.find((name) => name === stored);
				const histogram = new Map(steps.map(({ up_to, visits }) => [up_to, visits]));
				return name ? [{ route, name, p75: p75(name, histogram), visits: sum(histogram.values()) }] : [];
			});
			return {
				days: days.map(dateOf),
				pageviews: pageviews.sort((a, b) => b.views - a.views || compare(a.route, b.route)),
				vitals: vitals.sort((a, b) => b.visits - a.visits || compare(a.route, b.route) || compare(a.name, b.name)),
			};
		},

		async sweep(): Promise<void> {
			const today = Math.floor(clock.now() / day);
			await store.deleteBefore(db, { seen: today - 1, pages: today - keptDays });
		},

		/** Writes the rest. */
		async close(): Promise<void> {
			await flush();
			clearTimeout(timer);
		},
	};
}

/** Such as '2026-06-15'. */
function dateOf(index: number): string {
	return new Date(index * day).toISOString().slice(0, 10);
}

function sum(numbers: Iterable<number>): number {
	let sum = 0;
	for (const number of numbers) sum += number;
	return sum;
}

function compare(a: string, b: string): number {
	return a < b ? -1 : Number(a > b);
}

function none(): Figures {
	return { views: 0, likes: 0, saves: 0, comments: 0, contacts: 0 };
}

function add(byDay: Map<number, Figures>, day: number, figure: keyof Figures, count: number): void {
	const counts = byDay.get(day);
	if (counts) counts[figure] += count;
}
