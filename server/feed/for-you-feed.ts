import type { z } from 'zod';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { ForYouItem, listLess, showLess } from '../../contract/feed.ts';
import type { Page } from '../../contract/page.ts';
import type { Post, PostKind } from '../../contract/posts.ts';
import type { Target } from '../../contract/target.ts';
import * as feedApiText from '../../contract/text/feed-api.ts';
import { type Accounts, isoTime } from '../accounts/index.ts';
import type { Ads } from '../ads/index.ts';
import type { Comments } from '../comments/index.ts';
import { type Follows, followAdded } from '../follows/index.ts';
import type { Likes } from '../likes/index.ts';
import type { Clock } from '../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../platform/cursor.ts';
import type { Database, Db } from '../platform/database/index.ts';
import { DiskFull } from '../platform/disk-full.ts';
import type { Events } from '../platform/events.ts';
import { type Posts, postListsTag } from '../posts/index.ts';
import type { SavedItems } from '../saved-items/index.ts';
import {
	type Candidate,
	noPreferences,
	type RankedPost,
	type ReaderPreferences,
	type Reason,
	rank,
} from './ranking.ts';
import * as store from './store.ts';

export interface ForYouDeps {
	db: Database;
	clock: Clock;
	events: Events;
	accounts: Accounts;
	ads: Ads;
	posts: Posts;
	follows: Follows;
	likes: Likes;
	comments: Comments;
	savedItems: SavedItems;
}

export type ForYou = ReturnType<typeof createForYou>;

type MuteSubject = z.output<NonNullable<(typeof showLess)['body']>>['of'];

/** What is looked at: of all posts the newest and the most trending, of those followed the newest. */
const candidateCounts = { newest: 300, trending: 200, followed: 150 };
/** So much of each the reader did last tells what they care for. */
const maxEngagements = 100;
/** A list is no longer than this, an account has so many (one for each tab), and each is kept this long, milliseconds. */
const maxListLength = 500;
const maxLists = 5;
const listTtl = 24 * 3_600_000;
/** Visitors share a list for so long where nothing is posted meanwhile, milliseconds, and so many are kept for those who read on. */
const visitorListTtl = 60_000;
const maxVisitorLists = 500;

export function createForYou(deps: ForYouDeps) {
	const { db, clock, events, accounts, ads, posts, follows, likes, comments, savedItems } = deps;

	// Whoever follows a seller wants to see them.
	events.on(followAdded, (tx, { followerId, followedId }) =>
		store.deleteMute(tx, followerId, { what: 'seller', value: String(followedId) }),
	);

	let visitorList: { list: Promise<store.RankedList>; ends: number } | null = null;
	db.onInvalidate((tags) => {
		if (tags.includes(postListsTag) || tags.includes('*')) visitorList = null;
	});

	async function loadPreferences(accountId: number): Promise<ReaderPreferences> {
		const actions = [
			await likes.listRecent(db, accountId, maxEngagements),
			await comments.listRecent(db, accountId, maxEngagements),
			await savedItems.listRecent(db, accountId, maxEngagements),
		].flat();
		const idsOf = (target: Target) => actions.filter((one) => one.target === target).map((one) => one.targetId);
		const about: Record<Target, Map<number, { ownerId: number; category: string | null }>> = {
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
		const mutes = await store.listMutes(db, accountId);
		const less = (what: store.MuteRow['what']) => mutes.filter((row) => row.what === what).map((row) => row.value);
		return {
			followed: new Set(await follows.listFollowedIds(db, accountId)),
			sellers,
			categories,
			mutes: {
				sellers: new Set(less('seller').map(Number)),
				kinds: new Set(less('kind') as PostKind[]),
				categories: new Set(less('category')),
			},
		};
	}

	/** Without room for it on the disk the list is good for one page. */
	async function saveList(accountId: number | null, items: RankedPost[]): Promise<store.RankedList> {
		const list = { accountId, madeAt: clock.now(), items };
		const most = accountId === null ? maxVisitorLists : maxLists;
		try {
			return { ...list, id: await db.transaction((tx) => store.insertList(tx, list, most)) };
		} catch (error) {
			if (error instanceof DiskFull) return { ...list, id: null };
			throw error;
		}
	}

	async function makeList(accountId: number | null): Promise<store.RankedList> {
		const taste = accountId === null ? noPreferences : await loadPreferences(accountId);
		const candidates = await posts.listCandidates(db, { ...candidateCounts, authorIds: [...taste.followed] });
		const others = candidates.filter((candidate) => candidate.authorId !== accountId);
		return saveList(accountId, rank(others, taste, clock.now()).slice(0, maxListLength));
	}

	/** The list that a first page shows. Visitors share theirs: it is made anew when something is posted, and now and then. */
	function getFirstList(accountId: number | null): Promise<store.RankedList> {
		if (accountId !== null) return makeList(accountId);
		if (visitorList && visitorList.ends > clock.now()) return visitorList.list;
		const made = { list: makeList(null), ends: clock.now() + visitorListTtl };
		visitorList = made;
		// What failed is tried again with the next.
		made.list.catch(() => {
			if (visitorList === made) visitorList = null;
		});
		return made.list;
	}

	/** What was not shown yet of a list, in an order that heeds what the reader has since asked less of. */
	async function rerank(list: store.RankedList, accountId: number, offset: number): Promise<store.RankedList> {
		const rest = list.items.slice(offset);
		const candidates: Candidate[] = await posts.listCandidatesById(
			db,
			rest.map((item) => item.id),
		);
		return saveList(accountId, rank(candidates, await loadPreferences(accountId), clock.now()));
	}

	async function hasMutedSince(at: Db, accountId: number, madeAt: number): Promise<boolean> {
		return (await store.listMutes(at, accountId)).some((row) => row.created_at >= madeAt);
	}

	return {
		/**
		 * A page for an account, or for visitors (null). The list is made with the first page and kept for the others, so that no
		 * post comes twice however much happens meanwhile; once it is forgotten the feed ends. Throws `invalid` for a cursor that is not ours.
		 */
		async page(
			accountId: number | null,
			{ limit, cursor }: { limit: number; cursor?: string | undefined },
		): Promise<Page<ForYouItem>> {
			const key = decodeCursor(cursor, 2);
			let [, offset = 0] = key ?? [];
			let list = await (key ? store.findList(db, key[0] ?? 0) : getFirstList(accountId));
			if (!list || list.accountId !== accountId || offset < 0) return { items: [], next_cursor: null };
			if (key && accountId !== null && (await hasMutedSince(db, accountId, list.madeAt))) {
				list = await rerank(list, accountId, offset);
				offset = 0;
			}
			const items: ForYouItem[] = [];
			while (items.length < limit && offset < list.items.length) {
				const some = list.items.slice(offset, offset + limit - items.length);
				offset += some.length;
				const reasons = new Map(some.map((item) => [item.id, item.reason]));
				for (const post of await posts.listByIds(some.map((item) => item.id))) {
					const reason = reasons.get(post.id) ?? 'fresh';
					items.push({ post, reason, why: explainReason(reason, post) });
				}
			}
			const { id } = list;
			return { items, next_cursor: id !== null && offset < list.items.length ? encodeCursor([id, offset]) : null };
		},

		/** Less of something in the feed from now on, or no longer. Throws `not_found` for a seller that is not there. */
		async setMute(accountId: number, of: MuteSubject, undo: boolean): Promise<undefined> {
			const less = { what: of.what, value: await toMuteValue(of) };
			await (undo
				? store.deleteMute(db, accountId, less)
				: store.insertMute(db, accountId, { ...less, created_at: clock.now() }));
		},

		/** What an account wants less of, newest first; sellers as far as they are to be seen. */
		async listMutes(accountId: number): Promise<ResponseOf<typeof listLess>> {
			const rows = await store.listMutes(db, accountId);
			const sellerIds = rows.flatMap(({ what, value }) => (what === 'seller' ? [Number(value)] : []));
			const sellers = await accounts.findVisiblePeople(db, sellerIds);
			return {
				items: rows.flatMap(({ what, value, created_at }) => {
					const seller = what === 'seller' ? (sellers.get(Number(value)) ?? null) : null;
					if (what === 'seller' && !seller) return [];
					const of = seller ? { what, user_name: seller.user_name } : { what, [what]: value };
					return [{ of: of as MuteSubject, seller, created_at: isoTime(created_at) }];
				}),
			};
		},

		/** Forgets lists nobody reads on. */
		sweep: () => store.deleteListsBefore(db, clock.now() - listTtl),
	};

	async function toMuteValue(of: MuteSubject): Promise<string> {
		if (of.what === 'kind') return of.kind;
		if (of.what === 'category') return of.category;
		return String((await accounts.getVisibleByUserName(db, of.user_name)).id);
	}
}

function explainReason(reason: Reason, { author, category }: Post): string {
	const sentences: Record<Reason, string> = {
		following: feedApiText.reasonFollowing(author.display_name),
		seller: feedApiText.reasonSeller(author.display_name),
		category: feedApiText.reasonCategory(category ?? ''),
		popular: feedApiText.reasonPopular,
		fresh: feedApiText.reasonFresh,
		discovery: feedApiText.reasonDiscovery,
	};
	return sentences[reason];
}
