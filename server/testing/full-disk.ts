/** Child process of the file store's test. It runs on a small file system and prints how a store on disk behaves when the disk is full. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createDiskFileStore } from '../files/index.ts';

const [mount = '', sourcePath = ''] = process.argv.slice(2);
const files = createDiskFileStore(join(mount, 'store'));
const getName = (error: Error) => error.name;

await files.write('filling', { bytes: Buffer.alloc(150_000) }, 'text/plain');
await files.write('kept', { bytes: Buffer.from('kept') }, 'text/plain');
const write = await files.write('more', { bytes: Buffer.alloc(150_000) }, 'text/plain').catch(getName);
await writeFile(sourcePath, Buffer.alloc(150_000));
const writeFromPath = await files.write('more', { path: sourcePath }, 'text/plain').catch(getName);
const download = await files.download('filling', join(mount, 'copy')).catch(getName);
const keptFile = await files.read('kept');
const read = keptFile && (await text(keptFile.stream));
const staging = await readdir(join(mount, 'store', '~staging'));
await files.remove('filling');
await files.write('more', { bytes: Buffer.alloc(150_000) }, 'text/plain');
const afterRemoval = (await files.size('more')) === 150_000 ? 'written' : 'lost';

console.log(JSON.stringify({ write, writeFromPath, download, staging, read, afterRemoval }));
