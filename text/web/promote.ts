// Sentences of the pages where tweets, talks and pictures are written.
import type { PostKind } from '../../contract/posts/posts.ts';

export const waitsForNetwork = (kind: string) => `You're offline. We'll post your ${kind} when you're back online`;
export const leaveWarning = (kind: string) =>
	`Your photos are still uploading. If you leave now, we won't post your ${kind}. It stays here as a draft.`;
export const category = 'Category';
export const categoryPlaceholder = 'No category';
export const sending = 'Sending';
export const kinds = 'What to post';
export const emptyTitle = (kinds: string) => `No ${kinds} yet`;
export const end = (kinds: string) => `You've seen all your ${kinds}.`;
export const connectionLost = "You lost your connection. Nothing is lost: post again when you're online.";
export const titles: Record<PostKind, string> = {
	tweet: 'Promote a tweet',
	talk: 'Promote a talk',
	picture: 'Post a picture',
};
export const leads: Record<PostKind, string> = {
	tweet: 'Quick to write, quick to read.',
	talk: 'Say more, and let others reply.',
	picture: 'For your profile: your shop, your work, a happy customer.',
};
export const labels: Record<PostKind, string> = { tweet: 'Your tweet', talk: 'Your talk', picture: 'Caption' };
export const placeholders: Record<PostKind, string> = {
	tweet: "What's new in your shop? Add #hashtags to be found.",
	talk: 'Start with your main point. Ask a question, tell your story, or share a tip.',
	picture: "What's in this picture?",
};
export const actions: Record<PostKind, string> = {
	tweet: 'Post tweet',
	talk: 'Post talk',
	picture: 'Post picture',
};
export const posted: Record<PostKind, string> = {
	tweet: 'Tweet posted',
	talk: 'Talk posted',
	picture: 'Picture posted',
};
export const ownTitles: Record<PostKind, string> = {
	tweet: 'Your tweets',
	talk: 'Your talks',
	picture: 'Your pictures',
};
export const emptyHints: Record<PostKind, string> = {
	tweet: 'Your tweets appear here and in the feed of your followers.',
	talk: 'Your talks appear here. A good question gets the most replies.',
	picture: 'Your pictures appear here and on your profile.',
};
