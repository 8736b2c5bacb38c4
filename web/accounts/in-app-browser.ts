import { useSyncExternalStore } from 'react';
import * as googleText from '../../contract/text/google.ts';

const apps: readonly (readonly [string, RegExp])[] = [
	['Instagram', /\bInstagram\b/],
	['Messenger', /\bFBAN\/Messenger|\bOrca-Android\b|\bMessengerLite/],
	['Facebook', /\bFB(AN|AV|_IAB|IOS)\b/],
	['WhatsApp', /\bWhatsApp\b/],
	['TikTok', /\b(TikTok|musical_ly|BytedanceWebview|trill)/i],
	['Snapchat', /\bSnapchat\b/],
	['X', /\bTwitter(Android| for )/],
	['LinkedIn', /\bLinkedInApp\b/],
	['Telegram', /\bTelegram-(Android|iOS)\b/],
	// The browser that Android and iOS lend to any app.
	[googleText.someApp, /; wv\)|\b(iPhone|iPad|iPod)\b(?!.*\bSafari\/)/],
];

/** The app whose own browser shows the page, by what it calls itself; null in a browser of its own right. */
export function detectInAppBrowser(userAgent: string): string | null {
	return apps.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
}

const neverChanges = () => () => {};

/** The same in a component; null while the page is rendered on the server and hydrated. */
export function useInAppBrowser(): string | null {
	return useSyncExternalStore(
		neverChanges,
		() => detectInAppBrowser(navigator.userAgent),
		() => null,
	);
}
