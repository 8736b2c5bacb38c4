// What the page For you says.
import { brand } from '../brand.ts';

export const why = 'Why you see this';
export const logInToChoose = 'Log in to choose what you see';
export const showLess = 'Less of this';
export const choices = 'Your choices';
export const write = 'Write something';
export const tweetsAndTalks = 'tweets and talks';
export const listEnd = 'That is everything for now. Follow sellers to see more of what you like.';
export const emptyTitle = 'Nobody has said anything yet';
export const postTweet = 'Post a tweet';
export const emptyHint = 'Tweets and talks from sellers appear here. Be the first to write one.';
export const undone = 'Taken back';
export const choicesLead = 'What you asked to see less of here.';
export const choicesEmpty =
	'Nothing so far. Tap “Why you see this” on a tweet or a talk to choose what you see less of.';
export const undoChoice = (choice: string) => `Undo: ${choice}`;
export const choicesLoading = 'Loading your choices';
export const choicesFailed = 'Your choices could not be loaded';
export const summary = `Tweets and talks from sellers all over Nigeria, on ${brand.name}: what is new, what people talk about, and what you may like.`;
