import { expect, test } from 'vitest';
import { isPublicHttpsUrl } from './public-https-url.ts';

test.each([
	'https://shop.example',
	'https://shop.example:443/hook?key=1',
	'https://SHOP.example./',
	'https://xn--bcher-kva.example/',
	'https://a.b.shop.com.ng/x',
])('%s may belong to a public server', (url) => expect(isPublicHttpsUrl(url)).toBe(true));

test.each([
	'',
	'shop.example',
	'ftp://shop.example/',
	'http://shop.example/',
	'https://shop.example:8443/',
	'https://shop.example:80/',
	'https://ada@shop.example/',
	'https://:secret@shop.example/',
	'https://shop.example/#part',
	'https://localhost/',
	'https://localhost./',
	'https://a.localhost/',
	'https://intranet/',
	'https://printer.local/',
	'https://metadata.google.internal/',
	'https://1.0.0.127.in-addr.arpa/',
	'https://127.0.0.1/',
	'https://127.1/',
	'https://2130706433/',
	'https://0x7f000001/',
	'https://8.8.8.8/',
	'https://[::1]/',
	'https://[2001:db8::1]/',
])('%s does not', (url) => expect(isPublicHttpsUrl(url)).toBe(false));
