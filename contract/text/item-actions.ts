// What the buttons to like and save say.
export const like = 'Like';
export const savedListFull = (count: number) => `Your saved list is full: ${count} from this device did not fit.`;
export const moreAbout = (name: string) => `More about ${name}`;
export const likeCount = (count: number) => `Like, ${count} ${count === 1 ? 'like' : 'likes'}`;
export const saveLimitReached = (limit: number) =>
	`You can save up to ${limit.toLocaleString('en')} items. Remove some first.`;
