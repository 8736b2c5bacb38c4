// What the buttons to like and save say.
import { formatInteger } from '../../contract/core/format-integer.ts';
import { plural } from '../../contract/core/plural.ts';

export const like = 'Like';
export const savedListFull = (count: number) => `Your saved list is full. We couldn't add ${count} from this device.`;
export const moreAbout = (name: string) => `More about ${name}`;
export const likeCount = (count: number) => plural(count, { one: 'Like, # like', other: 'Like, # likes' });
export const saveLimitReached = (limit: number) =>
	`You can save up to ${formatInteger(limit)} items. Remove some first.`;
