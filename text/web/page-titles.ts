// Titles of pages that other pages name.
export const forYou = 'For you';
export const savedTalks = 'Saved talks';
export const savedTweets = 'Saved tweets';
export const trending = 'Trending now';
