import { expect, test } from 'vitest';
import { readCookie } from './read-cookie.ts';

test.each([
	['device=a.b-c', 'a.b-c'],
	['other=1; device=a=b; device=c', 'a=b'],
	['other=1;device=', ''],
	['old_device=1; Device=2', null],
	[undefined, null],
])('reads the cookie of %j as %j', (cookie, value) => {
	expect(readCookie({ headers: { cookie } }, 'device')).toBe(value);
});
