// What buttons to follow and counts of followers say.
export const following = 'Following';
export const follow = 'Follow';
export const followingName = (name: string) => `Following ${name}`;
export const followName = (name: string) => `Follow ${name}`;
export const followers = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'follower' : 'followers'}`;
