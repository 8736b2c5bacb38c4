import fc from 'fast-check';
import { expect, test } from 'vitest';
import { getSafeReturnPath, loginPath } from './return-path.ts';

test('returns a path of this site unchanged', () => {
	for (const path of [
		'/',
		'/dashboard/market',
		'/feed/7/red-bag?x=1#y',
		'/sellervideos/3/50%20%25%20off',
		'/?q=a//b',
	]) {
		expect(getSafeReturnPath(path)).toBe(path);
	}
});

test('returns the dashboard for anything that could leave the site', () => {
	const unsafePaths = [
		null,
		undefined,
		'',
		'dashboard',
		'//evil',
		'///evil',
		'/\\evil',
		'\\\\evil',
		'/\t/evil',
		'/\n/evil',
		'\t//evil',
		' //evil',
		'https:',
		'https://evil',
		'https:evil',
		'javascript:alert(1)',
		'data:text/html,x',
		'/%2Fevil',
		'/%2fevil',
		'%2F%2Fevil',
		'/%5Cevil',
		'/%252Fevil',
		'/%09/evil',
		'/..//evil',
		'/.//evil',
		'/a/../..//evil',
		'/%2e//evil',
		'/%',
	];
	for (const path of unsafePaths) expect(getSafeReturnPath(path), String(path)).toBe('/dashboard');
});

test('keeps the browser on this site for arbitrary input', () => {
	const fragments = fc.constantFrom(
		'/',
		'\\',
		'.',
		'%2F',
		'%5c',
		'%09',
		'\t',
		'\n',
		':',
		'@',
		'a',
		'https:',
		'?',
		'#',
		' ',
	);
	fc.assert(
		fc.property(fc.array(fragments, { maxLength: 8 }), (parts) => {
			const path = getSafeReturnPath(parts.join(''));
			for (const candidate of [path, decodeURIComponent(path)]) {
				expect(new URL(candidate, 'https://kasuwa.example').origin).toBe('https://kasuwa.example');
			}
		}),
	);
});

test('puts the whole path into the login address', () => {
	const address = new URL(loginPath('/dashboard/market?a=1&b=2'), 'https://kasuwa.example');
	expect(address.searchParams.get('next')).toBe('/dashboard/market?a=1&b=2');
});
