/** Run by the test on a small file system of its own: tells what happens there when it is full. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createDiskFiles } from './index.ts';

const [mount = '', elsewhere = ''] = process.argv.slice(2);
const files = createDiskFiles(join(mount, 'store'));
const nameOf = (error: Error) => error.name;

await files.write('filling', { bytes: Buffer.alloc(150_000) }, 'text/plain');
await files.write('kept', { bytes: Buffer.from('kept') }, 'text/plain');
const write = await files.write('more', { bytes: Buffer.alloc(150_000) }, 'text/plain').catch(nameOf);
await writeFile(elsewhere, Buffer.alloc(150_000));
const writeFromPath = await files.write('more', { path: elsewhere }, 'text/plain').catch(nameOf);
const download = await files.download('filling', join(mount, 'copy')).catch(nameOf);
const kept = await files.read('kept');
const read = kept && (await text(kept.stream));
const staging = await readdir(join(mount, 'store', '~staging'));
await files.remove('filling');
await files.write('more', { bytes: Buffer.alloc(150_000) }, 'text/plain');
const afterRemoval = (await files.size('more')) === 150_000 ? 'written' : 'lost';

console.log(JSON.stringify({ write, writeFromPath, download, staging, read, afterRemoval }));
