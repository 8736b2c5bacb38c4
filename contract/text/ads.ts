// What ads say, wherever they stand.
import type { AdState } from '../ads.ts';

export const videoFailed = "We couldn't process your video. Try again.";
export const videoProcessing = 'We are making it ready to play.';
export const stateNames: Record<AdState, string> = {
	processing: 'Processing',
	ready: 'Live',
	failed: 'Failed',
	sold: 'Sold',
	hidden: 'Hidden',
};
export const coverVideo = (duration: string, size: string) => `<kind>Video, </kind>${duration} · ${size}`;
export const coverPictures = (count: number) => `${count}<kind> pictures</kind>`;
export const safety = 'Stay safe';
export const safetyAdvice =
	'<strong>Stay safe.</strong> Meet in a busy place, look at it before you pay, and never send money in advance to someone you do not know.';
export const whatsappMessage = (title: string, price: string | null, address: string) =>
	`Hello, I am interested in "${title}"${price === null ? '' : ` (${price})`}.\n${address}`;
export const askForPrice = 'Ask for the price';
export const chatAbout = (title: string) => `Chat on WhatsApp about ${title}, opens in a new tab`;
