// The daily mail about new ads of saved searches.

import { plural } from '../../contract/core/plural.ts';

export const subject = (count: number) =>
	plural(count, { one: 'We found a new ad for you', other: 'We found # new ads for you' });
export const lead = 'Here is what sellers posted since our last message.';
export const newAds = (count: number) => plural(count, { one: '# new ad', other: '# new ads' });
/** `search` is the name of a search. */
export const forSearch = (search: string) => `For ${search}`;
export const unnamed = 'For another search';
export const others = (count: number) =>
	plural(count, { one: 'One more search has new ads.', other: '# more searches have new ads.' });
export const button = 'See the new ads';
export const hint =
	'You get this mail because you chose alerts once a day. On the page of your saved searches you can change or stop them. Your notification settings have a switch for all these mails.';
