import type { forYouReasons } from '../../contract/feed.ts';
import type { PostKind } from '../../contract/posts.ts';

// docs/for-you.md explains the ranking of the for-you feed to users.

export type ForYouReason = (typeof forYouReasons)[number];

export interface ForYouCandidate {
	id: number;
	authorId: number;
	kind: PostKind;
	category: string | null;
	/** Creation time in milliseconds since 1970. */
	createdAt: number;
	likes: number;
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
	kinds: ReadonlySet<PostKind>;
	categories: ReadonlySet<string>;
}

export const noInterests: ReaderInterests = {
	followed: new Set(),
	sellers: new Map(),
	categories: new Map(),
	mutes: { sellers: new Set(), kinds: new Set(), categories: new Set() },
};

export interface RankedPost {
	id: number;
	reason: ForYouReason;
}

/** In the for-you feed, every sixth position is for a post that matches none of the reader's interests. */
const discoveryEvery = 6;
/** Posts of a muted kind or category take at most one of five consecutive positions. */
const mutedEvery = 5;
/** Half-life of the freshness of a post, in milliseconds. */
const freshHalfLife = 24 * 3_600_000;
/** Age up to which a post counts as new, in milliseconds. */
const maxNewAge = 7 * 24 * 3_600_000;

const weights = { fresh: 3, popular: 1, following: 4, seller: 1.5, category: 1 };

/**
 * Ranks posts for a reader and gives the reason for each. Omits muted sellers. Limits each muted kind or category to one of five positions.
 * Separates posts of the same author while posts of other authors are left. Drops the posts that do not fit these rules.
 */
export function rankCandidates(
	candidates: readonly ForYouCandidate[],
	preferences: ReaderInterests,
	now: number,
): RankedPost[] {
	const waiting = candidates
		.filter((candidate) => !preferences.mutes.sellers.has(candidate.authorId))
		.map((candidate) => ({ candidate, ...weigh(candidate, preferences, now) }))
		.sort((a, b) => b.weight - a.weight || b.candidate.id - a.candidate.id);
	const isUnknown = (candidate: ForYouCandidate) => !matchesPreferences(candidate, preferences);
	const isPersonal = waiting.some(({ candidate }) => !isUnknown(candidate));
	const mutedKeysOf = createMutedKeys(preferences.mutes);
	const lastPlace = new Map<string, number>();
	const ranked: RankedPost[] = [];
	let lastAuthor: number | null = null;

	while (waiting.length > 0) {
		const place = ranked.length;
		const isAllowed = (candidate: ForYouCandidate) =>
			mutedKeysOf(candidate).every((key) => place - (lastPlace.get(key) ?? -mutedEvery) >= mutedEvery);
		const isFromAnother = (candidate: ForYouCandidate) => candidate.authorId !== lastAuthor && isAllowed(candidate);
		const isDiscovery = isPersonal && place % discoveryEvery === discoveryEvery - 1;
		const wanted = isDiscovery
			? waiting.findIndex(({ candidate }) => isUnknown(candidate) && isFromAnother(candidate))
			: -1;
		let next = wanted >= 0 ? wanted : waiting.findIndex(({ candidate }) => isFromAnother(candidate));
		// Posts of one author may follow each other only if no other author is left.
		if (next < 0 && waiting.every(({ candidate }) => candidate.authorId === lastAuthor)) {
			next = waiting.findIndex(({ candidate }) => isAllowed(candidate));
		}
		const [taken] = next < 0 ? [] : waiting.splice(next, 1);
		if (!taken) break;
		ranked.push({ id: taken.candidate.id, reason: wanted >= 0 ? 'discovery' : taken.reason });
		for (const key of mutedKeysOf(taken.candidate)) lastPlace.set(key, place);
		lastAuthor = taken.candidate.authorId;
	}
	return ranked;
}

function matchesPreferences(
	{ authorId, category }: ForYouCandidate,
	{ followed, sellers, categories }: ReaderInterests,
): boolean {
	return followed.has(authorId) || sellers.has(authorId) || (category !== null && categories.has(category));
}

function weigh(
	candidate: ForYouCandidate,
	preferences: ReaderInterests,
	now: number,
): { weight: number; reason: ForYouReason } {
	const age = Math.max(0, now - candidate.createdAt);
	const engagement = candidate.likes + 2 * candidate.comments + 0.02 * candidate.views;
	const familiarity = (times: number | undefined) => Math.log2(1 + (times ?? 0));
	const shares = {
		following: preferences.followed.has(candidate.authorId) ? weights.following : 0,
		seller: weights.seller * familiarity(preferences.sellers.get(candidate.authorId)),
		category:
			candidate.category === null ? 0 : weights.category * familiarity(preferences.categories.get(candidate.category)),
		popular: weights.popular * Math.log2(1 + Math.max(0, engagement)),
		fresh: weights.fresh * 2 ** (-age / freshHalfLife),
	};
	// A reason from the reader's interests takes precedence over a general reason.
	const personal = (['following', 'seller', 'category'] as const).filter((reason) => shares[reason] > 0);
	const [strongest] = personal.sort((a, b) => shares[b] - shares[a]);
	const general = shares.popular > shares.fresh ? 'popular' : age < maxNewAge ? 'fresh' : 'discovery';
	return { weight: Object.values(shares).reduce((sum, part) => sum + part, 0), reason: strongest ?? general };
}

/** Returns the function that lists a post's muted kind and category. If a reader mutes both tweets and talks, no kind counts as muted. */
function createMutedKeys({ kinds, categories }: MutePreferences): (candidate: ForYouCandidate) => string[] {
	const kindsCount = kinds.size === 1;
	return ({ kind, category }) => [
		...(kindsCount && kinds.has(kind) ? [`kind ${kind}`] : []),
		...(category !== null && categories.has(category) ? [`category ${category}`] : []),
	];
}
