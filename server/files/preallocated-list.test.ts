import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiskFullError } from '../core/disk-full-error.ts';
import { openPreallocatedList } from './preallocated-list.ts';

let folder: string;
let path: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'kasuwa-list-'));
	path = join(folder, 'list');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('persists its entries', async () => {
	const list = await openPreallocatedList(path, 4);
	await Promise.all([list.add(7), list.add(2 ** 40), list.add(7)]);
	const reopened = await openPreallocatedList(path, 4);
	expect([...reopened.entries()].sort()).toEqual([2 ** 40, 7].sort());
	expect([reopened.has(7), reopened.has(8)]).toEqual([true, false]);
});

test('rejects an entry beyond its capacity until another is removed', async () => {
	const list = await openPreallocatedList(path, 2);
	await list.add(1);
	await list.add(2);
	await expect(list.add(3)).rejects.toBeInstanceOf(DiskFullError);
	await list.remove([1, 9]);
	await list.add(3);
	expect([...(await openPreallocatedList(path, 2)).entries()].sort()).toEqual([2, 3]);
});

test('keeps an entry added during a removal', async () => {
	const list = await openPreallocatedList(path, 2);
	await list.add(1);
	await Promise.all([list.remove([1]), list.add(2)]);
	expect((await openPreallocatedList(path, 2)).entries()).toEqual([2]);
});
