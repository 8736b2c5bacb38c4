import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { FileStore } from '../../files/index.ts';
import { computeFingerprint, DamagedBackupError, verifyFile } from './manifest.ts';

async function makeFile() {
	const folder = await mkdtemp(join(tmpdir(), 'kasuwa-manifest-'));
	onTestFinished(() => rm(folder, { recursive: true }));
	const path = join(folder, 'photo');
	await writeFile(path, 'x'.repeat(100_000));
	return { folder, expected: await computeFingerprint(path) };
}

const createStore = (stream: () => Readable) =>
	({ read: async () => ({ stream: stream(), size: 100_000 }) }) as Partial<FileStore> as FileStore;
const whole = createStore(() => Readable.from([Buffer.alloc(100_000, 'x')]));

// Linux fails each write to these files with ENOSPC and EIO.
test.each([
	['/dev/full', 'ENOSPC'],
	['/proc/self/mem', 'EIO'],
])('does not call a file damaged because %s cannot be written', async (target, code) => {
	const { expected } = await makeFile();
	const error = await verifyFile(whole, 'photo', expected, { target }).catch((reason: unknown) => reason);
	expect(error).not.toBeInstanceOf(DamagedBackupError);
	expect(error).toMatchObject({ message: expect.stringMatching(`^${target} cannot be written: ${code}: `) });
});

test('says that a target without a folder cannot be written', async () => {
	const { folder, expected } = await makeFile();
	const target = join(folder, 'missing', 'photo');
	await expect(verifyFile(whole, 'photo', expected, { target })).rejects.toThrow(`${target} cannot be written: ENOENT`);
});

test('calls a file damaged if the disk of the backup cannot read it', async () => {
	const { folder, expected } = await makeFile();
	const badSector = createStore(
		() =>
			new Readable({
				read() {
					this.destroy(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' }));
				},
			}),
	);
	for (const target of [join(folder, 'copy'), undefined]) {
		await expect(verifyFile(badSector, 'photo', expected, { ...(target && { target }) })).rejects.toMatchObject({
			name: 'DamagedBackupError',
			damage: 'unreadable',
		});
	}
});
