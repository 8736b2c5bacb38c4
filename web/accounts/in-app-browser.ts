import { useSyncExternalStore } from 'react';
import * as googleText from '../../text/web/google.ts';

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
	// Pattern for any other app that shows pages in the system web view of Android or iOS.
	[googleText.someApp, /; wv\)|\b(iPhone|iPad|iPod)\b(?!.*\bSafari\/)/],
];

/** Returns the name of the app whose in-app browser shows the page; null in a standalone browser. */
export function detectInAppBrowser(userAgent: string): string | null {
	return apps.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;
}

const neverChanges = () => () => {};

/** Hook for `detectInAppBrowser`; null during server rendering and hydration. */
export function useInAppBrowser(): string | null {
	return useSyncExternalStore(
		neverChanges,
		() => detectInAppBrowser(navigator.userAgent),
		() => null,
	);
}
