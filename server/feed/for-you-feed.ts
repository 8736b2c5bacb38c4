import type { z } from 'zod';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { ForYouItem, listLess, showLess } from '../../contract/feed.ts';
import type { CursorPage } from '../../contract/page.ts';
import type { Post, PostKind } from '../../contract/posts.ts';
import type { ContentTarget } from '../../contract/target.ts';
import * as feedApiText from '../../contract/text/feed-api.ts';
import { type AccountService, toIsoTime } from '../accounts/index.ts';
import type { AdService } from '../ads/index.ts';
import type { CommentService } from '../comments/index.ts';
import { type FollowService, followAdded } from '../follows/index.ts';
import type { LikeService } from '../likes/index.ts';
import type { Clock } from '../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Database, Db } from '../platform/database/index.ts';
import { DiskFullError } from '../platform/disk-full-error.ts';
import type { EventBus } from '../platform/events.ts';
import { type PostService, postListsCacheTag } from '../posts/index.ts';
import type { SavedItemService } from '../saved-items/index.ts';
import {
	type ForYouCandidate,
	type ForYouReason,
	noInterests,
	type RankedPost,
	type ReaderInterests,
	rankCandidates,
} from './ranking.ts';
import * as store from './store.ts';

export interface ForYouFeedDeps {
	db: Database;
	clock: Clock;
	events: EventBus;
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
const candidateCounts = { newest: 300, trending: 200, followed: 150 };
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
				kinds: new Set(mutedValues('kind') as PostKind[]),
				categories: new Set(mutedValues('category')),
			},
		};
	}

	/** Stores a ranked list, so that later pages continue it. On a full disk the list is not stored and has only one page. */
	async function saveList(accountId: number | null, items: RankedPost[]): Promise<store.RankedFeed> {
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
		const candidates = await posts.listCandidates(db, { ...candidateCounts, authorIds: [...preferences.followed] });
		const others = candidates.filter((candidate) => candidate.authorId !== accountId);
		return saveList(accountId, rankCandidates(others, preferences, clock.now()).slice(0, maxListLength));
	}

	/** Returns a ranked list for a first page. Visitors share one list until any post changes or the list expires. */
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
		const candidates: ForYouCandidate[] = await posts.listCandidatesById(
			db,
			rest.map((item) => item.id),
		);
		return saveList(accountId, rankCandidates(candidates, await loadPreferences(accountId), clock.now()));
	}

	async function hasMutedSince(at: Db, accountId: number, madeAt: number): Promise<boolean> {
		return (await store.listMutePreferences(at, accountId)).some((row) => row.created_at >= madeAt);
	}

	return {
		/**
		 * Returns a page of the for-you feed, for an account or for visitors (null). Later pages continue the stored list of the first
		 * page, so that no post appears twice. The feed ends when the list has expired. Throws `invalid` for a malformed cursor.
		 */
		async page(
			accountId: number | null,
			{ limit, cursor }: { limit: number; cursor?: string | undefined },
		): Promise<CursorPage<ForYouItem>> {
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
				const reasons = new Map(slice.map((item) => [item.id, item.reason]));
				for (const post of await posts.listByIds(slice.map((item) => item.id))) {
					const reason = reasons.get(post.id) ?? 'fresh';
					items.push({ post, reason, why: explainReason(reason, post) });
				}
			}
			const { id } = list;
			return { items, next_cursor: id !== null && offset < list.items.length ? encodeCursor([id, offset]) : null };
		},

		/** Mutes a seller, a kind of post or a category; `undo` removes the mute. Throws `not_found` for an unknown seller. */
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

function explainReason(reason: ForYouReason, { author, category }: Post): string {
	const sentences: Record<ForYouReason, string> = {
		following: feedApiText.reasonFollowing(author.display_name),
		seller: feedApiText.reasonSeller(author.display_name),
		category: feedApiText.reasonCategory(category ?? ''),
		popular: feedApiText.reasonPopular,
		fresh: feedApiText.reasonFresh,
		discovery: feedApiText.reasonDiscovery,
	};
	return sentences[reason];
}
