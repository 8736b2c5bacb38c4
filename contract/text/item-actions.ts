// What the buttons to like, save and follow say.
export const like = 'Like';
export const following = 'Following';
export const follow = 'Follow';
export const savedListFull = (count: number) => `Your saved list is full: ${count} from this device did not fit.`;
export const moreAbout = (name: string) => `More about ${name}`;
export const likeCount = (count: number) => `Like, ${count} ${count === 1 ? 'like' : 'likes'}`;
export const followingName = (name: string) => `Following ${name}`;
export const followName = (name: string) => `Follow ${name}`;
export const saveLimitReached = (limit: number) =>
	`You can save up to ${limit.toLocaleString('en')} items. Remove some first.`;
export const followers = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'follower' : 'followers'}`;
