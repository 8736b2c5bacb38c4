import type { forYouReasons } from '../../contract/feed/feed.ts';
import { type ForYouKind, getKindLimit, LimitedPlaces, listMuteLimits } from '../../contract/feed/for-you.ts';
import type { PostKind } from '../../contract/posts/posts.ts';

// docs/for-you.md explains the ranking of the for-you feed to users.

export type ForYouReason = (typeof forYouReasons)[number];

type ItemType = 'ad' | 'post';

export interface ForYouCandidate {
	/** Id of an ad, or of a post. */
	id: number;
	authorId: number;
	kind: PostKind | 'ad';
	category: string | null;
	/** Creation time in milliseconds since 1970; for an ad, the time of its last renewal. */
	createdAt: number;
	/** Number of likes that count in rankings. */
	likes: number;
	/** Number of accounts with comments that count in rankings. */
	comments: number;
	views: number;
}

/** Interests and mutes of the reader of the for-you feed. All fields are empty for a visitor. */
export interface ReaderInterests {
	followed: ReadonlySet<number>;
	/** Number of the reader's recent likes, comments and saves by seller; `categories` counts them by category. */
	sellers: ReadonlyMap<number, number>;
	categories: ReadonlyMap<string, number>;
	mutes: MutePreferences;
}

export interface MutePreferences {
	sellers: ReadonlySet<number>;
	kinds: ReadonlySet<ForYouKind>;
	categories: ReadonlySet<string>;
}

export const noInterests: ReaderInterests = {
	followed: new Set(),
	sellers: new Map(),
	categories: new Map(),
	mutes: { sellers: new Set(), kinds: new Set(), categories: new Set() },
};

export interface RankedItem {
	type: ItemType;
	id: number;
	reason: ForYouReason;
}

/** Every sixth ad and every sixth post of the for-you feed is one that matches none of the reader's interests. */
const discoveryEvery = 6;
const hour = 3_600_000;
/** Half-life of the freshness of an item, in milliseconds. An ad stays of interest for longer. */
const freshHalfLife: Record<ItemType, number> = { ad: 72 * hour, post: 24 * hour };
/** Age up to which an item counts as new, in milliseconds. */
const maxNewAge = 7 * 24 * hour;

const weights = { fresh: 3, popular: 1, following: 4, seller: 1.5, category: 1 };

interface WeighedCandidate {
	candidate: ForYouCandidate;
	weight: number;
	reason: ForYouReason;
	/** Whether the candidate matches none of the reader's interests. */
	isUnknown: boolean;
}

/**
 * Ranks ads and posts for a reader and gives the reason for each. Mixes ads and posts in fixed shares while there are both. Omits muted
 * sellers, and limits each muted kind or category to a fifth. Separates items of the same seller while items of others are left. Drops the
 * items that do not fit these rules. Returns at most `most` items.
 */
export function rankCandidates(
	candidates: readonly ForYouCandidate[],
	preferences: ReaderInterests,
	now: number,
	most = Number.POSITIVE_INFINITY,
): RankedItem[] {
	const { mutes } = preferences;
	const weighed = candidates
		.filter((candidate) => !mutes.sellers.has(candidate.authorId))
		.map((candidate) => weigh(candidate, preferences, now))
		.sort((a, b) => b.weight - a.weight || b.candidate.id - a.candidate.id);
	const queues: Record<ItemType, CandidateQueue> = {
		ad: new CandidateQueue(weighed.filter(({ candidate }) => toType(candidate) === 'ad')),
		post: new CandidateQueue(weighed.filter(({ candidate }) => toType(candidate) === 'post')),
	};
	const limited = new LimitedPlaces();
	const getWantedType = createMix(mutes.kinds);
	const ranked: RankedItem[] = [];
	let lastAuthor: number | null = null;

	while (ranked.length < most) {
		const place = ranked.length;
		const isAllowed = ({ candidate }: WeighedCandidate) => limited.isFree(place, listMuteLimits(candidate, mutes));
		const isFromAnother = (item: WeighedCandidate) => item.candidate.authorId !== lastAuthor && isAllowed(item);
		const wanted = getWantedType(place);
		// Items of one seller may follow each other only if no other seller is left.
		const isLastSeller: boolean = queues.ad.isOnlyOf(lastAuthor) && queues.post.isOnlyOf(lastAuthor);
		const isNext: (item: WeighedCandidate) => boolean = isLastSeller ? isAllowed : isFromAnother;
		const taken: WeighedCandidate | null =
			queues[wanted].take(isNext) ?? queues[wanted === 'ad' ? 'post' : 'ad'].take(isNext);
		if (!taken) break;
		const { candidate, reason } = taken;
		ranked.push({ type: toType(candidate), id: candidate.id, reason });
		limited.add(place, listMuteLimits(candidate, mutes));
		lastAuthor = candidate.authorId;
	}
	return ranked;
}

/** Ads, or posts, that have no place in the list yet, heaviest first. */
class CandidateQueue {
	readonly #waiting: WeighedCandidate[];
	readonly #isPersonal: boolean;
	#taken = 0;

	constructor(waiting: WeighedCandidate[]) {
		this.#waiting = waiting;
		this.#isPersonal = waiting.some(({ isUnknown }) => !isUnknown);
	}

	isOnlyOf(authorId: number | null): boolean {
		return this.#waiting.every(({ candidate }) => candidate.authorId === authorId);
	}

	/** Takes the heaviest item that is wanted; in a turn for discovery, one that the reader has shown no interest in if there is one. */
	take(isWanted: (item: WeighedCandidate) => boolean): WeighedCandidate | null {
		const isDiscovery = this.#isPersonal && this.#taken % discoveryEvery === discoveryEvery - 1;
		const unknown = isDiscovery ? this.#waiting.findIndex((item) => item.isUnknown && isWanted(item)) : -1;
		const index = unknown >= 0 ? unknown : this.#waiting.findIndex(isWanted);
		const [item] = index >= 0 ? this.#waiting.splice(index, 1) : [];
		if (!item) return null;
		this.#taken += 1;
		return unknown >= 0 ? { ...item, reason: 'discovery' } : item;
	}
}

/**
 * Returns the function that tells whether a place is for an ad or for a post. Ads come in groups of four, which fill the rows of two and of
 * four columns; the first group is twice as large, so that ads fill most of any first screen. Of muted ads or posts, the groups are as large
 * as their limit allows.
 */
function createMix(mutedKinds: MutePreferences['kinds']): (place: number) => ItemType {
	const limitOfAds = getKindLimit('ad', mutedKinds);
	if (limitOfAds) {
		const { most, per } = limitOfAds;
		return (place) => (place % per < per - most ? 'post' : 'ad');
	}
	const limitOfPosts = mutedKinds.has('tweet') ? getKindLimit('talk', mutedKinds) : null;
	if (limitOfPosts) {
		const { most, per } = limitOfPosts;
		return (place) => (place % per < per - most ? 'ad' : 'post');
	}
	return (place) => (place < 4 || (place - 4) % 6 < 4 ? 'ad' : 'post');
}

function toType({ kind }: ForYouCandidate): ItemType {
	return kind === 'ad' ? 'ad' : 'post';
}

function weigh(candidate: ForYouCandidate, preferences: ReaderInterests, now: number): WeighedCandidate {
	const { followed, sellers, categories } = preferences;
	const { authorId, category } = candidate;
	const age = Math.max(0, now - candidate.createdAt);
	const engagement = candidate.likes + 2 * candidate.comments + 0.02 * candidate.views;
	const familiarity = (times: number | undefined) => Math.log2(1 + (times ?? 0));
	const shares = {
		following: followed.has(authorId) ? weights.following : 0,
		seller: weights.seller * familiarity(sellers.get(authorId)),
		category: category === null ? 0 : weights.category * familiarity(categories.get(category)),
		popular: weights.popular * Math.log2(1 + Math.max(0, engagement)),
		fresh: weights.fresh * 2 ** (-age / freshHalfLife[toType(candidate)]),
	};
	// A reason from the reader's interests takes precedence over a general reason.
	const personal = (['following', 'seller', 'category'] as const).filter((reason) => shares[reason] > 0);
	const [strongest] = personal.sort((a, b) => shares[b] - shares[a]);
	const general = shares.popular > shares.fresh ? 'popular' : age < maxNewAge ? 'fresh' : 'discovery';
	return {
		candidate,
		weight: Object.values(shares).reduce((sum, part) => sum + part, 0),
		reason: strongest ?? general,
		isUnknown: strongest === undefined,
	};
}
