// What a seller's shop says: what is for sale, and the search in it.
import { formatInteger } from '../../contract/core/format-integer.ts';
import { plural } from '../../contract/core/plural.ts';

export const tab = 'Shop';
/** The words in the tag have no room beside the name and other buttons, except on wide screens. */
export const chatOnWhatsapp = '<wide>Chat on</wide> WhatsApp';
export const facts = 'About this seller';
export const forSale = 'For sale';
/** In `feed.loading` and `feed.loadFailed`. */
export const itemsListed = 'items';
export const itemsForSale = (count: number) => plural(count, { one: '# item for sale', other: '# items for sale' });
export const itemsSold = (count: number) => plural(count, { one: '# sold', other: '# sold' });
export const items = (count: number) => plural(count, { one: '# item', other: '# items' });
/** For a count that stops at `count`. */
export const itemsOrMore = (count: number) => `${formatInteger(count)}+ items`;
export const seeAll = (count: number) => `See all ${items(count)}`;
export const seeAllItems = 'See all items';
export const search = 'Search this shop';
export const clearSearch = 'Clear search';
export const categories = 'Categories in this shop';
export const categoryCount = (count: string) => `${count}<unseen> items</unseen>`;
export const noMatches = (words: string) => `No items match "${words}"`;
export const noneInCategory = (category: string) => `Nothing in ${category} right now`;
export const noneInCategoryHint = 'See what else this seller has for sale.';
export const emptyTitle = 'Nothing for sale right now';
export const emptyHint = 'Follow this seller to hear about new items.';
export const seePosts = 'See posts';
export const ownEmptyTitle = 'Your shop is empty';
export const ownEmptyHint = 'Post your first ad. Customers who open your shop see it here.';
export const ownSoldHint = 'Post your next ad. Customers who open your shop see it here.';
export const postsAndAds = 'Posts and other ads';
export const listEnd = "You've seen everything in this shop.";
export const pageTitle = (name: string, userName: string) => `For sale from ${name} (@${userName})`;
