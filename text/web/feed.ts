// What feeds and other lists that go on say.
/** For `loading` and `loadFailed`. */
export const ads = 'ads';
export const loading = (kinds: string) => `Loading ${kinds}`;
export const loadFailed = (kinds: string) => `We couldn't load the ${kinds}`;
export const backToTop = 'Back to top';
