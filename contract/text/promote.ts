// What the pages say where tweets, talks and pictures are written.
import type { PostKind } from '../posts.ts';

export const waitsForNetwork = (kind: string) => `Your ${kind} waits here and is posted as soon as there is a network`;
export const leaveWarning = (kind: string) =>
	`The pictures are still on their way. If you leave now, your ${kind} is not posted. It stays here as a draft.`;
export const category = 'What is it about?';
export const categoryPlaceholder = 'Nothing in particular';
export const sending = 'Sending';
export const kinds = 'What to post';
export const emptyTitle = (kinds: string) => `No ${kinds} yet`;
export const end = (kinds: string) => `These are all your ${kinds}.`;
export const connectionLost = 'The connection was lost. Everything is still here: post again when you are online.';
export const titles: Record<PostKind, string> = {
	tweet: 'Promote a tweet',
	talk: 'Promote a talk',
	picture: 'Post a picture',
};
export const leads: Record<PostKind, string> = {
	tweet: 'A few words, quick to write and to read.',
	talk: 'Room for a longer thought that others answer.',
	picture: 'For your profile: your shop, your hands at work, a happy customer.',
};
export const labels: Record<PostKind, string> = { tweet: 'Your tweet', talk: 'Your talk', picture: 'Caption' };
export const placeholders: Record<PostKind, string> = {
	tweet: 'What is new in your shop? Use #words to be found.',
	talk: 'Begin with what it is about. Ask something, tell your story, share what you have learned.',
	picture: 'What does it show?',
};
export const actions: Record<PostKind, string> = {
	tweet: 'Post tweet',
	talk: 'Start the talk',
	picture: 'Post picture',
};
export const posted: Record<PostKind, string> = {
	tweet: 'Your tweet is out',
	talk: 'Your talk has begun',
	picture: 'Your picture is on your profile',
};
export const ownTitles: Record<PostKind, string> = {
	tweet: 'Your tweets',
	talk: 'Your talks',
	picture: 'Your pictures',
};
export const emptyHints: Record<PostKind, string> = {
	tweet: 'Your first tweet appears here, and in the feed of everyone who follows you.',
	talk: 'Your first talk appears here. A good question gets the most answers.',
	picture: 'Your first picture appears here and on your profile.',
};
