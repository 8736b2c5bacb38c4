// What the data saver page says.

import { plural } from '../../contract/core/plural.ts';

export const title = 'Data saver';
export const switchLabel = 'Save data on this device';
export const onByPhone = "Your phone's data saver is on, so this is on too. You can turn it off here.";
export const followsPhone = "Follows your phone's setting until you change it here.";
export const smallPictures = 'Photos load in the smallest size. Tap one to see it larger.';
export const smallVideos = 'Videos play in the smallest size. You see the size before you play.';
export const autoplayHint = 'Works on Videos. Stays off while you save data.';
export const nothingAhead = "Lists load more only when you tap 'Show more'.";
export const noSounds = 'Sounds are off.';
export const visitTitle = 'Data used in this visit';
export const visitHint =
	"Counted since you opened or reloaded this tab. It doesn't count uploads, push messages or videos that still load.";
export const summary = (brand: string) => `Use ${brand} with less data, and see how much this visit has used.`;
export const unseenFiles = (count: number) =>
	plural(count, {
		one: '# file from another host is not counted either.',
		other: '# files from another host are not counted either.',
	});
export const videosAndSounds = 'Videos and sounds';
export const appItself = 'The app itself';
export const pagesAndResponses = 'Pages and content';
