// What the data saver page says.
import { brand } from '../brand.ts';

export const title = 'Data saver';
export const switchLabel = 'Save data on this device';
export const onByPhone = 'Your phone asks for less data, so this is on until you switch it off here.';
export const followsPhone = 'It follows your phone until you choose here.';
export const smallPictures = 'Pictures come in their smallest size. Tap one to see it large.';
export const smallVideos = 'Videos play in their smallest size. How large that is shows before you tap.';
export const nothingAhead = "Nothing is loaded ahead: lists wait for your tap on 'Show more'.";
export const noSounds = 'Sounds are off.';
export const visitTitle = 'This visit so far';
export const visitHint =
	'Counted by your browser since this tab was opened or last reloaded. What you send, a video that is still loading, and messages that arrive while the app is closed are not in it.';
export const summary = `${brand.name} with as little data as possible, and what this visit has cost so far.`;
export const unseenFiles = (count: number) => `Nor are ${count} files of another host, whose size it may not tell.`;
export const videosAndSounds = 'Videos and sounds';
export const appItself = 'The app itself';
export const pagesAndResponses = 'Pages and answers';
