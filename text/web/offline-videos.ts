// What the app says about saved videos that are stored on the device.
import { plural } from '../../contract/core/plural.ts';

export const onThisPhone = 'On this phone';
export const store = (size: string) => `Keep offline · ${size}`;
export const stored = (size: string) => `On this phone · ${size}`;
export const downloading = 'Downloading the video';
export const progress = (received: string, total: string) => `${received} of ${total}`;
export const cancelDownload = 'Cancel download';
export const remove = 'Remove from this phone';
export const storedStatus = 'You can watch this video offline';
export const failures = {
	offline: "You're offline. Connect and try again.",
	gone: 'This video is no longer available.',
	full: 'Your phone is full. Free some space and try again.',
	failed: 'The download stopped. Check your network and try again.',
};
export const total = (size: string) => `${size} on this phone`;
export const title = 'Videos on this phone';
export const switchLabel = 'Keep saved videos on Wi-Fi';
export const switchHint = (limit: string) =>
	`Downloads the videos you save while you're on Wi-Fi, newest first, up to ${limit}.`;
export const connectionUnknown =
	"Your browser can't tell if you're on Wi-Fi, so nothing downloads by itself. Tap Keep offline on a saved video.";
export const count = (videos: number) => plural(videos, { one: '# video', other: '# videos' });
export const removeAll = 'Remove all';
export const removeAllTitle = 'Remove all videos from this phone?';
export const removeAllHint = 'They stay in your wishlist. To watch them offline again, you must download them again.';
