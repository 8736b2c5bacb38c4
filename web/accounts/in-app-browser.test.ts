import { expect, test } from 'vitest';
import * as googleText from '../../text/web/google.ts';
import { detectInAppBrowser } from './in-app-browser.ts';

const android = 'Mozilla/5.0 (Linux; Android 13; TECNO KI5k';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
	[
		'Facebook',
		`${android} Build/TP1A; wv) ${webkit} Version/4.0 Chrome/126.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/470.0;]`,
	],
	['Facebook', `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/470.0;FBDV/iPhone13,2]`],
	['Messenger', `${iphone} Mobile/15E148 [FBAN/MessengerForiOS;FBAV/460.0]`],
	['Instagram', `${android}; wv) ${webkit} Version/4.0 Chrome/126.0 Mobile Safari/537.36 Instagram 336.0.0.35 Android`],
	['WhatsApp', `${android}; wv) ${webkit} Version/4.0 Chrome/126.0 Mobile Safari/537.36 WhatsApp/2.24.13`],
	[
		'TikTok',
		`${android}; wv) ${webkit} Version/4.0 Chrome/126.0 Mobile Safari/537.36 musical_ly_2023 BytedanceWebview/d8a21c6`,
	],
	['TikTok', `${iphone} Mobile/15E148 TikTok 34.9.0 rv:349018`],
	[googleText.someApp, `${android}; wv) ${webkit} Version/4.0 Chrome/126.0 Mobile Safari/537.36`],
	[googleText.someApp, `${iphone} Mobile/15E148`],
	[null, `${android}) ${webkit} Chrome/126.0 Mobile Safari/537.36`],
	[null, `${android}) ${webkit} Chrome/126.0 Mobile Safari/537.36 OPR/83.0`],
	[null, `${iphone} Version/17.5 Mobile/15E148 Safari/604.1`],
	[null, `${iphone} CriOS/126.0 Mobile/15E148 Safari/604.1`],
	[null, 'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0'],
])('%s: %s', (app, userAgent) => {
	expect(detectInAppBrowser(userAgent)).toBe(app);
});
