import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DiskFullError } from './disk-full-error.ts';
import { createDiskReserve } from './disk-reserve.ts';

async function prepare() {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-reserve-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const path = join(folder, 'disk-reserve');
	const reserve = createDiskReserve(path);
	await reserve.fill();
	return { path, reserve };
}

test('takes its space once', async () => {
	const { path, reserve } = await prepare();
	await reserve.fill();
	const { size, blocks } = await stat(path);
	expect([size, blocks * 512 >= size]).toEqual([4_194_304, true]);
});

test.each([
	['a full disk', new DiskFullError('full')],
	['SQLITE_FULL', Object.assign(new Error('database or disk is full'), { errcode: 13 })],
	['SQLITE_IOERR_SHMSIZE', Object.assign(new Error('disk I/O error'), { errcode: 4874 })],
])('frees its space after %s, and runs the work again', async (_, error) => {
	const { path, reserve } = await prepare();
	const opened = await reserve.use(async () => {
		if (existsSync(path)) throw error;
		return 'opened';
	});
	expect(opened).toBe('opened');
	await reserve.fill();
	expect(existsSync(path)).toBe(true);
});

test('keeps its space after other errors', async () => {
	const { path, reserve } = await prepare();
	await expect(reserve.use(() => Promise.reject(new Error('newer schema')))).rejects.toThrow('newer schema');
	expect(existsSync(path)).toBe(true);
});
