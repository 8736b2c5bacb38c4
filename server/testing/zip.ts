import { inflateRawSync } from 'node:zlib';

/** Reads the files of a zip archive from its central directory, by name. Throws if the bytes are no zip archive. */
export function readZip(bytes: Uint8Array): Map<string, Uint8Array> {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	let end = bytes.length - 22;
	while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
	if (end < 0) throw new Error('This is not a zip archive');
	const files = new Map<string, Uint8Array>();
	let at = view.getUint32(end + 16, true);
	for (let left = view.getUint16(end + 10, true); left > 0; left--) {
		if (view.getUint32(at, true) !== 0x02014b50) throw new Error('The archive is broken');
		const [method, packed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
		const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
			number,
			number,
			number,
		];
		const local = view.getUint32(at + 42, true);
		const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
		const data = bytes.subarray(start, start + packed);
		const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
		files.set(path, method === 0 ? data : new Uint8Array(inflateRawSync(data)));
		at += 46 + name + extra + comment;
	}
	return files;
}
