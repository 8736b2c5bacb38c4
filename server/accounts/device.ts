import * as accountsApiText from '../../contract/text/accounts-api.ts';

// The first that fits: most browsers also call themselves by the name of those that came before them.
const browsers = [
	['WhatsApp', /WhatsApp/],
	['Facebook', /\bFBA[NV]\b|FB_IAB/],
	['Instagram', /Instagram/],
	['TikTok', /musical_ly|BytedanceWebview/],
	['Opera Mini', /Opera Mini/],
	['Opera', /\bOPR\/|\bOPiOS\/|\bOPX\/|Opera/],
	['Edge', /\bEdg(e|A|iOS)?\//],
	['Samsung Internet', /SamsungBrowser/],
	['UC Browser', /UCBrowser|UBrowser/],
	['Phoenix', /PHX\//],
	['Firefox', /Firefox\/|FxiOS/],
	['Chrome', /Chrome\/|CriOS|Chromium/],
	['Safari', /Safari\//],
] as const;

const operatingSystems = [
	['KaiOS', /KAIOS/],
	['Android', /Android/],
	['iPhone', /iPhone|iPod/],
	['iPad', /iPad/],
	['Windows', /Windows/],
	['Mac', /Macintosh/],
	['ChromeOS', /CrOS/],
	['Linux', /Linux|X11/],
] as const;

/** A browser's name for itself in words, such as 'Chrome on Android': enough for its owner to recognise it. */
export function describeDevice(userAgent: string): string {
	const findName = (list: readonly (readonly [string, RegExp])[]) => list.find(([, sign]) => sign.test(userAgent))?.[0];
	const browser = findName(browsers);
	const system = findName(operatingSystems);
	if (browser && system) return accountsApiText.browserOnSystem(browser, system);
	return browser ?? system ?? accountsApiText.unknownDevice;
}
