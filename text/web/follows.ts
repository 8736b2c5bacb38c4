// What buttons to follow and counts of followers say.
import { plural } from '../../contract/core/plural.ts';

export const following = 'Following';
export const follow = 'Follow';
export const followingName = (name: string) => `Following ${name}`;
export const followName = (name: string) => `Follow ${name}`;
export const followers = (count: number) => plural(count, { one: '# follower', other: '# followers' });
