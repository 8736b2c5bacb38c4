// What the app's manifest says.

export const writeTweet = 'Write a tweet';
export const phoneScreenshot = 'The market on a phone';
export const wideScreenshot = 'The market on a computer';
export const summary = (tagline: string) => `${tagline}. See photos, videos and prices from sellers near you.`;
