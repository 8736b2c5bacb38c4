// What feeds and other lists that go on say, and the choices to see less of something.
export const nothingFrom = (seller: string) => `Nothing from ${seller}`;
export const nothingFromDone = (seller: string) => `You will not see ${seller} here`;
export const fewerOf: Record<'tweet' | 'talk', string> = { tweet: 'Fewer tweets', talk: 'Fewer talks' };
export const fewerOfDone: Record<'tweet' | 'talk', string> = {
	tweet: 'You will see fewer tweets here',
	talk: 'You will see fewer talks here',
};
export const lessOf = (category: string) => `Less ${category}`;
export const lessOfDone = (category: string) => `You will see less of ${category} here`;
/** For `loading` and `loadFailed`. */
export const ads = 'ads';
export const loading = (kinds: string) => `Loading ${kinds}`;
export const loadFailed = (kinds: string) => `The ${kinds} could not be loaded`;
export const backToTop = 'Back to the top';
