// What feeds and other lists that go on say, and the choices to see less of something.
export const hideSeller = (seller: string) => `Hide posts from ${seller}`;
export const hideSellerDone = (seller: string) => `You won't see ${seller} here`;
export const hideKind: Record<'tweet' | 'talk', string> = { tweet: 'Show fewer tweets', talk: 'Show fewer talks' };
export const hideKindDone: Record<'tweet' | 'talk', string> = {
	tweet: "You'll see fewer tweets here",
	talk: "You'll see fewer talks here",
};
export const hideCategory = (category: string) => `Show less ${category}`;
export const hideCategoryDone = (category: string) => `You'll see less ${category} here`;
/** For `loading` and `loadFailed`. */
export const ads = 'ads';
export const loading = (kinds: string) => `Loading ${kinds}`;
export const loadFailed = (kinds: string) => `We couldn't load the ${kinds}`;
export const backToTop = 'Back to top';
