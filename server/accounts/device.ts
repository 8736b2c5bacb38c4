import * as accountsApiText from '../../text/shared/accounts-api.ts';

// Browser names with their user agent patterns. The first match counts, because most user agents also name older browsers.
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

/** Describes a user agent in words that the account's owner recognises, such as 'Chrome on Android'. */
export function describeDevice(userAgent: string): string {
	const findName = (list: readonly (readonly [string, RegExp])[]) => list.find(([, sign]) => sign.test(userAgent))?.[0];
	const browser = findName(browsers);
	const system = findName(operatingSystems);
	if (browser && system) return accountsApiText.browserOnSystem(browser, system);
	return browser ?? system ?? accountsApiText.unknownDevice;
}
