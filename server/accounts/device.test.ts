import { expect, test } from 'vitest';
import * as accountsApiText from '../../text/shared/accounts-api.ts';
import { describeDevice } from './device.ts';

const android = 'Mozilla/5.0 (Linux; Android 13; TECNO BF7 Build/TP1A) AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
	[`${android} Chrome/137.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
	[`${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet on Android'],
	[`${android} Version/4.0 Chrome/89.0 Mobile Safari/537.36 PHX/14.9`, 'Phoenix on Android'],
	[`${android} Chrome/130.0.0.0 Mobile Safari/537.36 OPR/85.0`, 'Opera on Android'],
	['Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; id) Presto/2.12.423 Version/12.16', 'Opera Mini on Android'],
	[`${android} Version/4.0 Chrome/137.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/450.0]`, 'Facebook on Android'],
	['Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
	['Mozilla/5.0 (Mobile; Nokia 8110; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', 'Firefox on KaiOS'],
	[`${iphone} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
	[`${iphone} CriOS/137.0 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
	[`${windows} Chrome/137.0.0.0 Safari/537.36 Edg/137.0`, 'Edge on Windows'],
	[`${windows} Chrome/137.0.0.0 Safari/537.36`, 'Chrome on Windows'],
	['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
	['curl/8.5.0', accountsApiText.unknownDevice],
	['', accountsApiText.unknownDevice],
])('describeDevice(%s) returns %s', (userAgent, device) => {
	expect(describeDevice(userAgent)).toBe(device);
});
