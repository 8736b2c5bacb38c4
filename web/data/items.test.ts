import { expect, test } from 'vitest';
import { dedupePagesBy, dedupePagesById } from './items.ts';

test('lists an item of two pages once, at its first position', () => {
	const pages = [{ items: [{ id: 3 }, { id: 1 }] }, { items: [{ id: 1 }, { id: 2 }] }];
	expect(dedupePagesById({ pages })).toEqual([{ id: 3 }, { id: 1 }, { id: 2 }]);
	expect(dedupePagesById({ pages: [] })).toEqual([]);
});

test('merges items with the same key', () => {
	const items = dedupePagesBy((item: { kind: string; id: number }) => `${item.kind} ${item.id}`);
	const [ad, post] = [
		{ kind: 'ad', id: 1 },
		{ kind: 'post', id: 1 },
	];
	expect(items({ pages: [{ items: [ad, post] }, { items: [post] }] })).toEqual([ad, post]);
});
