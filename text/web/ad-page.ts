// What the page of an ad says.
export const loading = 'Loading the ad';
export const loadFailed = "We couldn't load the rest of this ad";
export const seeOthersOf = (seller: string) => `See more from ${seller}`;
export const moreFrom = (seller: string) => `More from ${seller}`;
export const similar = 'Similar ads from other sellers';
export const loadingSimilar = 'Loading similar ads';
export const similarFailed = "We couldn't load similar ads";
export const soldNotice = 'This item is sold.';
