import type { z } from 'zod';
import type { Person } from '../../contract/accounts/accounts.ts';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import type { CursorPage } from '../../contract/core/page.ts';
import type { ContentTarget } from '../../contract/core/target.ts';
import type { ForYouItem, listLess, showLess } from '../../contract/feed/feed.ts';
import type { ForYouKind } from '../../contract/feed/for-you.ts';
import * as feedApiText from '../../text/server/feed-api.ts';
import type { AccountService } from '../accounts/index.ts';
import type { AdCandidate, AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import { toIsoTime } from '../core/clock.ts';
import { decodeCursor, encodeCursor, type PageQuery } from '../core/cursor.ts';
import { DiskFullError } from '../core/disk-full-error.ts';
import type { Db } from '../database/index.ts';
import { type FollowService, followAdded } from '../follows/index.ts';
import type { LikeService } from '../likes/index.ts';
import type { Platform } from '../platform.ts';
import { type PostService, postListsCacheTag } from '../posts/index.ts';
import type { SavedItemService } from '../saved-items/index.ts';
import {
	type ForYouCandidate,
	type ForYouReason,
	noInterests,
	type RankedItem,
	type ReaderInterests,
	rankCandidates,
} from './ranking.ts';
import * as store from './store.ts';

export interface ForYouFeedDeps extends Pick<Platform, 'db' | 'clock' | 'events'> {
	accounts: AccountService;
	ads: AdService;
	posts: PostService;
	follows: FollowService;
	likes: LikeService;
	comments: CommentService;
	savedItems: SavedItemService;
}

export type ForYouFeed = ReturnType<typeof createForYouFeed>;

type MuteSubject = z.output<NonNullable<(typeof showLess)['body']>>['of'];

/** Numbers of candidate posts for the for-you feed: the newest, the most trending, and the newest of followed authors. */
const postCounts = { newest: 300, trending: 200, followed: 150 };
/** Numbers of candidate ads: the most trending, those of each of the reader's strongest categories, and the newest of known sellers. */
const adCounts = { trending: 300, categories: 6, ofCategory: 40, ofSeller: 3, ofSellers: 150 };
/** Maximum number of a reader's recent likes, of comments and of saves that count as interests. */
const maxEngagements = 100;
const maxListLength = 500;
/** Maximum number of stored ranked lists per account. Each open tab pages through its own list. */
const maxLists = 5;
/** Lifetime of a stored ranked list in milliseconds. */
const listTtl = 24 * 3_600_000;
/** Milliseconds during which visitors share a ranked list. */
const visitorListTtl = 60_000;
const maxVisitorLists = 500;

export function createForYouFeed(deps: ForYouFeedDeps) {
	const { db, clock, events, accounts, ads, posts, follows, likes, comments, savedItems } = deps;

	events.on(followAdded, (tx, { followerId, followedId }) =>
		store.deleteMutePreference(tx, followerId, { what: 'seller', value: String(followedId) }),
	);

	let visitorList: { list: Promise<store.RankedFeed>; ends: number } | null = null;
	db.onInvalidate((tags) => {
		if (tags.includes(postListsCacheTag) || tags.includes('*')) visitorList = null;
	});

	async function loadPreferences(accountId: number): Promise<ReaderInterests> {
		const actions = [
			await likes.listRecent(db, accountId, maxEngagements),
			await comments.listRecent(db, accountId, maxEngagements),
			await savedItems.listRecent(db, accountId, maxEngagements),
		].flat();
		const idsOf = (target: ContentTarget) =>
			actions.filter((action) => action.target === target).map((action) => action.targetId);
		const about: Record<ContentTarget, Map<number, { ownerId: number; category: string | null }>> = {
			ads: await ads.allTargets(db, new Set(idsOf('ads'))),
			posts: await posts.allTargets(db, new Set(idsOf('posts'))),
		};
		const sellers = new Map<number, number>();
		const categories = new Map<string, number>();
		for (const { target, targetId } of actions) {
			const subject = about[target].get(targetId);
			if (!subject || subject.ownerId === accountId) continue;
			sellers.set(subject.ownerId, (sellers.get(subject.ownerId) ?? 0) + 1);
			if (subject.category) categories.set(subject.category, (categories.get(subject.category) ?? 0) + 1);
		}
		const mutes = await store.listMutePreferences(db, accountId);
		const mutedValues = (what: store.MutePreferenceRow['what']) =>
			mutes.filter((row) => row.what === what).map((row) => row.value);
		return {
			followed: new Set(await follows.listFollowedIds(db, accountId)),
			sellers,
			categories,
			mutes: {
				sellers: new Set(mutedValues('seller').map(Number)),
				kinds: new Set(mutedValues('kind') as ForYouKind[]),
				categories: new Set(mutedValues('category')),
			},
		};
	}

	/** Stores a ranked list, so that later pages continue it. On a full disk the list is not stored and has only one page. */
	async function saveList(accountId: number | null, items: RankedItem[]): Promise<store.RankedFeed> {
		const list = { accountId, madeAt: clock.now(), items };
		const most = accountId === null ? maxVisitorLists : maxLists;
		try {
			return { ...list, id: await db.transaction((tx) => store.insertRankedFeed(tx, list, most)) };
		} catch (error) {
			if (error instanceof DiskFullError) return { ...list, id: null };
			throw error;
		}
	}

	async function createList(accountId: number | null): Promise<store.RankedFeed> {
		const preferences = accountId === null ? noInterests : await loadPreferences(accountId);
		const candidates: ForYouCandidate[] = [
			...(await posts.listCandidates(db.longReads, { ...postCounts, authorIds: [...preferences.followed] })),
			...(await listAdCandidates(preferences)),
		];
		const others = candidates.filter((candidate) => candidate.authorId !== accountId);
		return saveList(accountId, rankCandidates(others, preferences, clock.now(), maxListLength));
	}

	function listAdCandidates({ followed, sellers, categories, mutes }: ReaderInterests): Promise<AdCandidate[]> {
		const strongest = [...categories].sort((a, b) => b[1] - a[1]).map(([name]) => name);
		const known = new Set([...followed, ...sellers.keys()].filter((id) => !mutes.sellers.has(id)));
		return ads.listCandidates(db.longReads, {
			trending: adCounts.trending,
			categories: { names: strongest.slice(0, adCounts.categories), each: adCounts.ofCategory },
			sellers: { ids: [...known], each: adCounts.ofSeller, all: adCounts.ofSellers },
		});
	}

	/**
	 * Returns a ranked list for a first page. Visitors share one list until any post changes or the list expires. A change of an ad does not
	 * end it: a new ad waits for the next list, and one that is no longer for sale is left out of the pages.
	 */
	function getFirstList(accountId: number | null): Promise<store.RankedFeed> {
		if (accountId !== null) return createList(accountId);
		if (visitorList && visitorList.ends > clock.now()) return visitorList.list;
		const entry = { list: createList(null), ends: clock.now() + visitorListTtl };
		visitorList = entry;
		entry.list.catch(() => {
			if (visitorList === entry) visitorList = null;
		});
		return entry.list;
	}

	/** Ranks the rest of a list again with the reader's current mutes. */
	async function rerank(list: store.RankedFeed, accountId: number, offset: number): Promise<store.RankedFeed> {
		const rest = list.items.slice(offset);
		const candidates: ForYouCandidate[] = [
			...(await posts.listCandidatesById(db, listIds(rest, 'post'))),
			...(await ads.listCandidatesById(db, listIds(rest, 'ad'))),
		];
		return saveList(accountId, rankCandidates(candidates, await loadPreferences(accountId), clock.now()));
	}

	/** Loads ranked items in their order. Omits posts that are no longer visible and ads that are no longer for sale. */
	async function loadItems(ranked: readonly RankedItem[]): Promise<ForYouItem[]> {
		const cards = (await ads.listByIds(listIds(ranked, 'ad'))).filter(({ state }) => state === 'ready');
		const adsById = new Map(cards.map((ad) => [ad.id, ad]));
		const postsById = new Map((await posts.listByIds(listIds(ranked, 'post'))).map((post) => [post.id, post]));
		return ranked.flatMap(({ type, id, reason }): ForYouItem[] => {
			const [ad, post] = type === 'ad' ? [adsById.get(id), undefined] : [undefined, postsById.get(id)];
			if (ad) return [{ type: 'ad', ad, reason, why: explainReason(reason, type, ad.seller, ad.category) }];
			return post ? [{ type: 'post', post, reason, why: explainReason(reason, type, post.author, post.category) }] : [];
		});
	}

	async function hasMutedSince(db: Db, accountId: number, madeAt: number): Promise<boolean> {
		return (await store.listMutePreferences(db, accountId)).some((row) => row.created_at >= madeAt);
	}

	return {
		/**
		 * Returns a page of the for-you feed, for an account or for visitors (null). Later pages continue the stored list of the first
		 * page, so that no post appears twice. The feed ends when the list has expired. Throws `invalid` for a malformed cursor.
		 */
		async page(accountId: number | null, { limit, cursor }: PageQuery): Promise<CursorPage<ForYouItem>> {
			const key = decodeCursor(cursor, 2);
			let [, offset = 0] = key ?? [];
			let list = await (key ? store.findRankedFeed(db, key[0] ?? 0) : getFirstList(accountId));
			if (!list || list.accountId !== accountId || offset < 0) return { items: [], next_cursor: null };
			if (key && accountId !== null && (await hasMutedSince(db, accountId, list.madeAt))) {
				list = await rerank(list, accountId, offset);
				offset = 0;
			}
			const items: ForYouItem[] = [];
			while (items.length < limit && offset < list.items.length) {
				const slice = list.items.slice(offset, offset + limit - items.length);
				offset += slice.length;
				items.push(...(await loadItems(slice)));
			}
			const { id } = list;
			return { items, next_cursor: id !== null && offset < list.items.length ? encodeCursor([id, offset]) : null };
		},

		/** Mutes a seller, a kind or a category; `undo` removes the mute. Throws `not_found` for an unknown seller. */
		async setMute(accountId: number, of: MuteSubject, undo: boolean): Promise<undefined> {
			const mute = { what: of.what, value: await toMuteValue(of) };
			await (undo
				? store.deleteMutePreference(db, accountId, mute)
				: store.insertMutePreference(db, accountId, { ...mute, created_at: clock.now() }));
		},

		/** Lists an account's mutes, newest first. Omits sellers who are suspended or pending deletion. */
		async listMutePreferences(accountId: number): Promise<ResponseOf<typeof listLess>> {
			const rows = await store.listMutePreferences(db, accountId);
			const sellerIds = rows.flatMap(({ what, value }) => (what === 'seller' ? [Number(value)] : []));
			const sellers = await accounts.findVisiblePeople(db, sellerIds);
			return {
				items: rows.flatMap(({ what, value, created_at }) => {
					const seller = what === 'seller' ? (sellers.get(Number(value)) ?? null) : null;
					if (what === 'seller' && !seller) return [];
					const of = seller ? { what, user_name: seller.user_name } : { what, [what]: value };
					return [{ of: of as MuteSubject, seller, created_at: toIsoTime(created_at) }];
				}),
			};
		},

		sweep: () => store.deleteRankedFeedsBefore(db, clock.now() - listTtl),
	};

	async function toMuteValue(of: MuteSubject): Promise<string> {
		if (of.what === 'kind') return of.kind;
		if (of.what === 'category') return of.category;
		return String((await accounts.getVisibleByUserName(db, of.user_name)).id);
	}
}

function listIds(items: readonly RankedItem[], type: RankedItem['type']): number[] {
	return items.flatMap((item) => (item.type === type ? [item.id] : []));
}

function explainReason(
	reason: ForYouReason,
	type: RankedItem['type'],
	{ display_name }: Person,
	category: string | null,
): string {
	const sentences: Record<ForYouReason, string> = {
		following: feedApiText.reasonFollowing(display_name),
		seller: type === 'ad' ? feedApiText.reasonSellerAd(display_name) : feedApiText.reasonSeller(display_name),
		category: feedApiText.reasonCategory(category ?? ''),
		popular: feedApiText.reasonPopular,
		fresh: type === 'ad' ? feedApiText.reasonFreshAd : feedApiText.reasonFresh,
		discovery: feedApiText.reasonDiscovery,
	};
	return sentences[reason];
}
