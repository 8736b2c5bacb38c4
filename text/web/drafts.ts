// Sentences about drafts, and of what is not sent when somebody logs out.
import { plural } from '../../contract/core/plural.ts';

export const pictureAd = 'a picture ad';
export const videoAd = 'a video ad';
export const tweet = 'a tweet';
export const talk = 'a talk';
export const picture = 'a picture';
export const logOutAnyway = (loss: string) => `${loss} Log out?`;
export const unsentLost = (count: number) =>
	plural(count, {
		one: "# action is not sent yet. You'll lose it if you log out now.",
		other: "# actions are not sent yet. You'll lose them if you log out now.",
	});
