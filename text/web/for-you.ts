// What the page For you says.

import type { ForYouKind } from '../../contract/feed/for-you.ts';

export const why = 'Why you see this';
export const whyAd = (title: string) => `Why you see this: ${title}`;
export const logInToChoose = 'Log in to choose what you see';
export const showLess = 'Show less like this';
export const choices = 'Your choices';
export const write = 'Write a post';
/** For `loading` and `loadFailed`. */
export const listed = 'products and posts';
export const listEnd = "You've seen everything for now. Follow sellers to see more of what you like.";
export const emptyTitle = 'Nothing here yet';
export const emptyHint = 'Products, tweets and talks from sellers appear here. Be the first to post one.';
export const undone = 'Choice removed';
export const choicesLead = 'What you chose to see less of.';
export const choicesEmpty = 'Nothing yet. Tap “Why you see this” on a product or a post to see less like it.';
export const undoChoice = (choice: string) => `Undo: ${choice}`;
export const choicesLoading = 'Loading your choices';
export const choicesFailed = "We couldn't load your choices";
export const summary = (brand: string) =>
	`Products, tweets and talks from all over Nigeria on ${brand}: new, popular and picked for you.`;
export const hideSeller = (seller: string) => `Hide everything from ${seller}`;
export const hideSellerDone = (seller: string) => `You won't see ${seller} here`;
export const hideKind: Record<ForYouKind, string> = {
	ad: 'Show fewer products',
	tweet: 'Show fewer tweets',
	talk: 'Show fewer talks',
};
export const hideKindDone: Record<ForYouKind, string> = {
	ad: "You'll see fewer products here",
	tweet: "You'll see fewer tweets here",
	talk: "You'll see fewer talks here",
};
export const hideCategory = (category: string) => `Show less ${category}`;
export const hideCategoryDone = (category: string) => `You'll see less ${category} here`;
