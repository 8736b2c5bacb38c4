// Rules of the for-you feed that the server and the web app share. docs/for-you.md explains them to users.

/** Kinds of items in the for-you feed. A reader can mute each of them. */
export const forYouKinds = ['ad', 'tweet', 'talk'] as const;
export type ForYouKind = (typeof forYouKinds)[number];

/** Kinds and categories of which a reader wants to see less. */
export interface MutedSubjects {
	kinds: ReadonlySet<ForYouKind>;
	categories: ReadonlySet<string>;
}

/** Limit of muted items: at most `most` of any `per` consecutive items. Items with the same key count together. */
export interface MuteLimit {
	key: string;
	most: number;
	per: number;
}

/** Each limit leaves a fifth. Products are limited in groups, because a group of four fills the rows of two and of four columns. */
const limitsOfKinds: Record<'ads' | 'posts' | 'postsOfOneKind', MuteLimit> = {
	ads: { key: 'ads', most: 4, per: 20 },
	posts: { key: 'posts', most: 2, per: 10 },
	postsOfOneKind: { key: 'posts of a kind', most: 1, per: 5 },
};

/** Returns the limit of a kind. Null if the kind is not muted, and if all kinds are muted. Muted tweets and talks count together. */
export function getKindLimit(kind: string, muted: MutedSubjects['kinds']): MuteLimit | null {
	if (muted.size === forYouKinds.length || !(muted as ReadonlySet<string>).has(kind)) return null;
	if (kind === 'ad') return limitsOfKinds.ads;
	return muted.has('tweet') && muted.has('talk') ? limitsOfKinds.posts : limitsOfKinds.postsOfOneKind;
}

/** Lists the limits that apply to an item of the for-you feed. */
export function listMuteLimits(
	{ kind, category }: { kind: string; category: string | null },
	{ kinds, categories }: MutedSubjects,
): MuteLimit[] {
	const ofKind = getKindLimit(kind, kinds);
	return [
		...(ofKind ? [ofKind] : []),
		...(category !== null && categories.has(category) ? [{ key: `category ${category}`, most: 1, per: 5 }] : []),
	];
}

/** Places that limited items take in a list. */
export class LimitedPlaces {
	readonly #places = new Map<string, number[]>();

	/** Returns whether an item with these limits may take a place. Places are added in ascending order. */
	isFree(place: number, limits: readonly MuteLimit[]): boolean {
		return limits.every(({ key, most, per }) => {
			const earlier = this.#places.get(key)?.at(-most);
			return earlier === undefined || place - earlier >= per;
		});
	}

	add(place: number, limits: readonly MuteLimit[]): void {
		for (const { key } of limits) {
			const places = this.#places.get(key);
			if (places) places.push(place);
			else this.#places.set(key, [place]);
		}
	}
}
