import type { z } from 'zod';
import * as limits from '../../contract/core/limits.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import {
	type getMyInsights,
	type getSiteInsights,
	type InsightEvent,
	webVitalNames,
} from '../../contract/insights/insights.ts';
import * as commonText from '../../text/shared/common.ts';
import type { AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import { DomainError } from '../core/domain-error.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';
import type { LikeService } from '../likes/index.ts';
import type { Platform } from '../platform.ts';
import type { PostService } from '../posts/index.ts';
import type { SavedItemService } from '../saved-items/index.ts';
import {
	bufferInsightEvent,
	createInsightBuffer,
	type InsightEventOrigin,
	type Interaction,
	restoreToBuffer,
} from './buffer.ts';
import * as store from './store.ts';
import { createViewsPerNetworkCounter } from './views-per-network-counter.ts';
import { percentile75 } from './vitals.ts';

export interface InsightServiceDeps extends Pick<Platform, 'db' | 'clock'> {
	ads: AdService;
	posts: PostService;
	likes: LikeService;
	comments: CommentService;
	savedItems: SavedItemService;
	metrics: Pick<Metrics, 'countVideoFallback'>;
	logger: { warn(details: object, message: string): void };
}

export type InsightService = ReturnType<typeof createInsightService>;
type OwnStats = z.output<(typeof getMyInsights)['responses'][200]>;
type SiteStats = z.output<(typeof getSiteInsights)['responses'][200]>;

type FallbackEvent = Extract<InsightEvent, { type: 'fallback' }>;

const day = 86_400_000;
/** Milliseconds between the first insight in the buffer and the write of the buffer. */
const flushDelay = 1000;
/** Days after which pageviews and web vitals are deleted. */
const retentionDays = 90;
/** Maximum number of ads in the stats that an owner sees. The same limit applies to posts. */
const maxItems = 200;
/** Maximum number of routes in the site stats. Limited, because clients choose the route names. */
const maxRoutes = 100;

const statNames = ['views', 'likes', 'saves', 'comments', 'contacts', 'offers', 'calls', 'product_taps'] as const;
/** Stats that browsers report. The others are counted from likes, saves and comments. */
const reportedStats = ['views', 'contacts', 'offers', 'calls', 'product_taps'] as const;
type Stats = Record<(typeof statNames)[number], number>;

export function createInsightService({
	db,
	clock,
	ads,
	posts,
	likes,
	comments,
	savedItems,
	metrics,
	logger,
}: InsightServiceDeps) {
	const services = { ads, posts };
	const networkCounter = createViewsPerNetworkCounter();
	let buffer = createInsightBuffer();
	let timer: NodeJS.Timeout | undefined;
	let writing = Promise.resolve();

	/** Writes the buffered insights to the database. If writing fails, the insights return to the buffer. */
	function flush(): Promise<void> {
		writing = writing.then(async () => {
			clearTimeout(timer);
			timer = undefined;
			const batch = buffer;
			buffer = createInsightBuffer();
			if (batch.interactions.size + batch.pages.size + batch.vitals.size === 0) return;
			try {
				const counted = await db.transaction(async (tx) => {
					const counted = await countInteractions(tx, [...batch.interactions.values()]);
					if (batch.pages.size > 0) await store.incrementPageviews(tx, batch.pages);
					await store.incrementWebVitals(tx, batch.vitals);
					return counted;
				});
				for (const [networkKey, times] of counted) networkCounter.count(networkKey, times);
			} catch (error) {
				logger.warn({ err: error }, 'insights could not be written');
				restoreToBuffer(buffer, batch);
				scheduleFlush();
			}
		});
		return writing;
	}

	function scheduleFlush(): void {
		timer ??= setTimeout(() => void flush(), flushDelay).unref();
	}

	/** Stores views, contacts and plays that are not repeats. Returns the number of counted interactions by `networkKey`. */
	async function countInteractions(tx: Tx, all: readonly Interaction[]): Promise<Map<string, number>> {
		const counted = new Map<string, number>();
		const byItem = new Map<string, Interaction[]>();
		for (const interaction of all) {
			const key = `${interaction.target} ${String(interaction.id).padStart(16, '0')} ${interaction.day}`;
			byItem.set(key, [...(byItem.get(key) ?? []), interaction]);
		}
		// Items are updated in sorted order, so that two processes don't deadlock on each other's rows.
		for (const key of [...byItem.keys()].sort()) {
			const [first, ...others] = byItem.get(key) ?? [];
			const target = first && (await services[first.target].target(tx, first.id));
			if (!target) continue;
			const { target: kind, id, day } = first;
			const isVideo = 'format' in target && target.format === 'video';
			const interactions = [first, ...others].filter(({ what }) => isVideo || (what !== 'watch' && what !== 'product'));
			const newHashes = await store.insertViewHashes(tx, interactions);
			const sums = { view: 0, contact: 0, offer: 0, call: 0, product: 0, watch: 0 };
			const plays = store.noPlays();
			for (const { what, hash, parts, networkKey } of interactions) {
				const before = counted.get(networkKey) ?? 0;
				if (!newHashes.has(hash) || before >= networkCounter.remaining(networkKey)) continue;
				counted.set(networkKey, before + 1);
				sums[what] += 1;
				for (const part of plays.keys()) plays[part] = (plays[part] ?? 0) + ((parts >> part) & 1);
			}
			const { view: views, contact: contacts, offer: offers, call: calls, product: product_taps } = sums;
			const counts = { views, contacts, offers, calls, product_taps };
			if (Object.values(counts).some((count) => count > 0)) {
				await store.incrementDailyItemStats(tx, { ownerId: target.ownerId, target: kind, id, day, ...counts });
			}
			if (views > 0) await services[kind].bump(tx, id, { views });
			if (sums.watch > 0) {
				await ads.addWatchedParts(tx, id, sum(plays));
				await store.incrementPartPlays(tx, id, plays);
			}
		}
		return counted;
	}

	/** Counts a fallback of a player. A network counts up to the daily limit of views, because anyone can send any number. */
	function countFallback(today: number, network: string, { from, reason }: FallbackEvent): void {
		const key = networkCounter.toKey(today, network, 'fallback');
		if (networkCounter.remaining(key) === 0) return;
		networkCounter.count(key, 1);
		metrics.countVideoFallback(from, reason);
	}

	async function getWatching(adId: number): Promise<OwnStats['watching']> {
		const duration_ms = await ads.getVideoDuration(db, adId);
		if (duration_ms === null) return null;
		return { duration_ms, plays: (await store.listPartPlays(db, [adId])).get(adId) ?? store.noPlays() };
	}

	return {
		/** Buffers insights of a browser. The buffer is written within about a second. */
		record(sender: InsightEventOrigin, insights: readonly InsightEvent[]): void {
			const today = Math.floor(clock.now() / day);
			for (const insight of insights) {
				if (insight.type === 'fallback') countFallback(today, sender.network, insight);
				else bufferInsightEvent(buffer, networkCounter, today, sender, insight);
			}
			scheduleFlush();
		},

		flush,

		/** Returns stats of the actor's ads and posts, or of one of them. Throws `not_found` if the actor has no such item. */
		async getOwn(actor: Actor, only: { target: ContentTarget; id: number } | null): Promise<OwnStats> {
			const items: OwnStats['items'] = [];
			const today = Math.floor(clock.now() / day);
			const first = today - limits.insightDays + 1;
			const byDay = new Map<number, Stats>();
			for (let index = first; index <= today; index += 1) byDay.set(index, zeroStats());

			const taps = await store.countTapsByAd(db, actor.accountId);
			for (const target of ['ads', 'posts'] as const) {
				if (only && only.target !== target) continue;
				const own = await services[target].listStats(db, actor.accountId, { id: only?.id, most: maxItems });
				const ids = own.map(({ id }) => id);
				if (ids.length === 0) continue;
				const from = first * day;
				for (const { day, count } of await likes.countByDay(db, target, ids, from))
					addToDay(byDay, day, 'likes', count);
				for (const { day, count } of await comments.countByDay(db, target, ids, from)) {
					addToDay(byDay, day, 'comments', count);
				}
				const saves = new Map<number, number>();
				for (const { id, day, count } of await savedItems.countByDay(db, target, ids, 0)) {
					saves.set(id, (saves.get(id) ?? 0) + count);
					addToDay(byDay, day, 'saves', count);
				}
				for (const { id, title, views, likes, comments } of own) {
					const ofAd = target === 'ads' ? taps.get(id) : undefined;
					const stats = { ...zeroStats(), ...ofAd, views, likes, comments, saves: saves.get(id) ?? 0 };
					items.push({ target, id, title, ...stats });
				}
			}
			if (only && items.length === 0) throw new DomainError('not_found', commonText.notHere);

			for (const { target, id, day, ...counts } of await store.listDailyItemStats(db, actor.accountId, first)) {
				if (only && (only.target !== target || only.id !== id)) continue;
				for (const stat of reportedStats) addToDay(byDay, day, stat, counts[stat]);
			}
			return {
				days: [...byDay].map(([index, counts]) => ({ day: toDate(index), ...counts })),
				items,
				watching: only?.target === 'ads' ? await getWatching(only.id) : null,
			};
		},

		/** Returns pageviews and web vitals of the whole site by route. */
		async getSite(): Promise<SiteStats> {
			const today = Math.floor(clock.now() / day);
			const first = today - limits.insightDays + 1;
			const days = Array.from({ length: limits.insightDays }, (_, index) => first + index);

			const viewsByRoute = new Map<string, number[]>();
			for (const { route, day, views } of await store.listDailyRoutePageviews(db.longReads, first, maxRoutes)) {
				const byDay = viewsByRoute.get(route) ?? days.map(() => 0);
				byDay[day - first] = views;
				viewsByRoute.set(route, byDay);
			}
			const pageviews = [...viewsByRoute].map(([route, by_day]) => ({ route, views: sum(by_day), by_day }));

			const histograms = Map.groupBy(
				await store.listRouteWebVitalCounts(db.longReads, first, maxRoutes),
				({ route, name }) => `${route} ${name}`,
			);
			const vitals = [...histograms.values()].flatMap((steps) => {
				const [{ route, name: stored } = { route: '', name: '' }] = steps;
				const name = webVitalNames.find((name) => name === stored);
				const histogram = new Map(steps.map(({ up_to, visits }) => [up_to, visits]));
				return name ? [{ route, name, p75: percentile75(name, histogram), visits: sum(histogram.values()) }] : [];
			});
			return {
				days: days.map(toDate),
				pageviews: pageviews.sort((a, b) => b.views - a.views || compare(a.route, b.route)),
				vitals: vitals.sort((a, b) => b.visits - a.visits || compare(a.route, b.route) || compare(a.name, b.name)),
			};
		},

		async sweep(): Promise<void> {
			const today = Math.floor(clock.now() / day);
			await store.deleteInsightsBefore(db, { seen: today - 1, pages: today - retentionDays });
		},

		async close(): Promise<void> {
			await flush();
			clearTimeout(timer);
		},
	};
}

/** Formats a number of days since 1970 as '2026-06-15'. */
function toDate(index: number): string {
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

function zeroStats(): Stats {
	return { views: 0, likes: 0, saves: 0, comments: 0, contacts: 0, offers: 0, calls: 0, product_taps: 0 };
}

function addToDay(byDay: Map<number, Stats>, day: number, stat: keyof Stats, count: number): void {
	const counts = byDay.get(day);
	if (counts) counts[stat] += count;
}
