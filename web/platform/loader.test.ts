import { expect, test } from 'vitest';
import { requirePath } from './loader.ts';

test('requirePath replaces another path of a page by its own', () => {
	const getRedirect = (path: string) => {
		try {
			requirePath(new URL(path, 'https://market.example'), '/feed/7/lamp');
			return null;
		} catch (response) {
			const { headers } = response as Response;
			return [headers.get('location'), headers.get('x-remix-replace')];
		}
	};
	expect(getRedirect('/feed/7/lamp?page=2')).toBeNull();
	for (const path of ['/feed/7/x', '/Feed/7/lamp', '/a/7']) {
		expect(getRedirect(`${path}?page=2`)).toEqual(['/feed/7/lamp', 'true']);
	}
});
