interface ZipSource {
	path: string;
	bytes?: Uint8Array<ArrayBuffer>;
	/** Whether the entry is compressed. */
	deflated?: boolean;
	/** Uncompressed size that the zip declares, if it differs from the real one. */
	declared?: number;
	encrypted?: boolean;
	/** Compression method that the zip declares, such as 14 for LZMA. */
	method?: number;
}

interface ZipOptions {
	/** Number of entries that the zip declares, if it differs from the real one. */
	count?: number;
	/** Whether all entries refer to the bytes of the first one. */
	overlapping?: boolean;
}

/** Makes a zip, also one that lies about its content. */
export async function makeZip(
	sources: readonly ZipSource[],
	{ count, overlapping = false }: ZipOptions = {},
): Promise<File> {
	const parts: Uint8Array<ArrayBuffer>[] = [];
	const directory: Uint8Array<ArrayBuffer>[] = [];
	let offset = 0;
	for (const { path, bytes = new Uint8Array(9), deflated = false, declared, encrypted = false, method } of sources) {
		const name = new TextEncoder().encode(path);
		const data = deflated ? await deflate(bytes) : bytes;
		const fields = [
			...toBytes(20, 2),
			...toBytes(encrypted ? 1 : 0, 2),
			...toBytes(method ?? (deflated ? 8 : 0), 2),
			...toBytes(0, 8),
			...toBytes(data.length, 4),
			...toBytes(declared ?? bytes.length, 4),
			...toBytes(name.length, 2),
			...toBytes(0, 2),
		];
		directory.push(
			new Uint8Array([
				...toBytes(0x02014b50, 4),
				...toBytes(20, 2),
				...fields,
				...toBytes(0, 10),
				...toBytes(overlapping ? 0 : offset, 4),
				...name,
			]),
		);
		const entry = [new Uint8Array([...toBytes(0x04034b50, 4), ...fields, ...name]), data];
		parts.push(...entry);
		offset += entry.reduce((sum, { length }) => sum + length, 0);
	}
	const size = directory.reduce((sum, { length }) => sum + length, 0);
	const entries = count ?? sources.length;
	const end = [
		...toBytes(0x06054b50, 4),
		...toBytes(0, 4),
		...toBytes(entries, 2),
		...toBytes(entries, 2),
		...toBytes(size, 4),
		...toBytes(offset, 4),
		...toBytes(0, 2),
	];
	return new File([...parts, ...directory, new Uint8Array(end)], 'photos.zip', { type: 'application/zip' });
}

/** Converts a number to `count` bytes, lowest first. */
function toBytes(value: number, count: number): number[] {
	return Array.from({ length: count }, (_, index) => Math.floor(value / 256 ** index) % 256);
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}
