import type { forYouReasons } from '../../contract/feed.ts';
import type { PostKind } from '../../contract/posts.ts';

// How this ranks is written down for people in docs/for-you.md.

export type Reason = (typeof forYouReasons)[number];

/** A post that may be shown. */
export interface Candidate {
	id: number;
	authorId: number;
	kind: PostKind;
	category: string | null;
	/** Milliseconds since 1970. */
	createdAt: number;
	likes: number;
	comments: number;
	views: number;
}

/** What is known of the reader. Empty for a visitor. */
export interface Taste {
	followed: ReadonlySet<number>;
	/** How often the reader liked, commented on or saved something of a seller, or of a category, lately. */
	sellers: ReadonlyMap<number, number>;
	categories: ReadonlyMap<string, number>;
	less: Less;
}

/** What the reader wants less of. */
export interface Less {
	sellers: ReadonlySet<number>;
	kinds: ReadonlySet<PostKind>;
	categories: ReadonlySet<string>;
}

export const noTaste: Taste = {
	followed: new Set(),
	sellers: new Map(),
	categories: new Map(),
	less: { sellers: new Set(), kinds: new Set(), categories: new Set() },
};

export interface Ranked {
	id: number;
	reason: Reason;
}

/** Every so many places one is kept for what the reader has shown no interest in. */
const discoveryEvery = 6;
/** What is wanted less of stands at most once in so many places: a fifth. */
const lessEvery = 5;
/** After so long a post's freshness is worth half, milliseconds. */
const freshFor = 24 * 3_600_000;
/** Until it is so old it is called new, milliseconds. */
const newFor = 7 * 24 * 3_600_000;

const weights = { fresh: 3, popular: 1, following: 4, seller: 1.5, category: 1 };

/**
 * The candidates in the order to show them, each with why. The same input gives the same order. A seller whom the reader wants less
 * of does not appear, of a kind or category of that sort at most one in any five; the same author never twice in a row while
 * somebody else's posts are left. What cannot be placed by these rules is left out.
 */
export function rank(candidates: readonly Candidate[], taste: Taste, now: number): Ranked[] {
	const waiting = candidates
		.filter((candidate) => !taste.less.sellers.has(candidate.authorId))
		.map((candidate) => ({ candidate, ...weigh(candidate, taste, now) }))
		.sort((a, b) => b.weight - a.weight || b.candidate.id - a.candidate.id);
	const unknown = (candidate: Candidate) => !knows(candidate, taste);
	const personal = waiting.some(({ candidate }) => !unknown(candidate));
	const lessOf = lessKeys(taste.less);
	const lastPlace = new Map<string, number>();
	const ranked: Ranked[] = [];
	let lastAuthor: number | null = null;

	while (waiting.length > 0) {
		const place = ranked.length;
		const allowed = (candidate: Candidate) =>
			lessOf(candidate).every((key) => place - (lastPlace.get(key) ?? -lessEvery) >= lessEvery);
		const other = (candidate: Candidate) => candidate.authorId !== lastAuthor && allowed(candidate);
		const discovery = personal && place % discoveryEvery === discoveryEvery - 1;
		const wanted = discovery ? waiting.findIndex(({ candidate }) => unknown(candidate) && other(candidate)) : -1;
		let next = wanted >= 0 ? wanted : waiting.findIndex(({ candidate }) => other(candidate));
		// Only when nobody else has anything left may an author follow themselves.
		if (next < 0 && waiting.every(({ candidate }) => candidate.authorId === lastAuthor)) {
			next = waiting.findIndex(({ candidate }) => allowed(candidate));
		}
		const [taken] = next < 0 ? [] : waiting.splice(next, 1);
		if (!taken) break;
		ranked.push({ id: taken.candidate.id, reason: wanted >= 0 ? 'discovery' : taken.reason });
		for (const key of lessOf(taken.candidate)) lastPlace.set(key, place);
		lastAuthor = taken.candidate.authorId;
	}
	return ranked;
}

function knows({ authorId, category }: Candidate, { followed, sellers, categories }: Taste): boolean {
	return followed.has(authorId) || sellers.has(authorId) || (category !== null && categories.has(category));
}

function weigh(candidate: Candidate, taste: Taste, now: number): { weight: number; reason: Reason } {
	const age = Math.max(0, now - candidate.createdAt);
	const engagement = candidate.likes + 2 * candidate.comments + 0.02 * candidate.views;
	const often = (times: number | undefined) => Math.log2(1 + (times ?? 0));
	const share = {
		following: taste.followed.has(candidate.authorId) ? weights.following : 0,
		seller: weights.seller * often(taste.sellers.get(candidate.authorId)),
		category: candidate.category === null ? 0 : weights.category * often(taste.categories.get(candidate.category)),
		popular: weights.popular * Math.log2(1 + Math.max(0, engagement)),
		fresh: weights.fresh * 2 ** (-age / freshFor),
	};
	// What concerns the reader is told before what concerns all.
	const personal = (['following', 'seller', 'category'] as const).filter((reason) => share[reason] > 0);
	const [strongest] = personal.sort((a, b) => share[b] - share[a]);
	const general = share.popular > share.fresh ? 'popular' : age < newFor ? 'fresh' : 'discovery';
	return { weight: Object.values(share).reduce((sum, part) => sum + part, 0), reason: strongest ?? general };
}

/** Names what of a candidate is wanted less of. Less of both kinds is less of nothing: both count the same again. */
function lessKeys({ kinds, categories }: Less): (candidate: Candidate) => string[] {
	const kindsCount = kinds.size === 1;
	return ({ kind, category }) => [
		...(kindsCount && kinds.has(kind) ? [`kind ${kind}`] : []),
		...(category !== null && categories.has(category) ? [`category ${category}`] : []),
	];
}
