import parseRange from 'range-parser';

export interface ByteRange {
	start: number;
	end: number;
}

/**
 * Single byte range of a `Range` header for `size` bytes. Null if the whole body is sent (no, several or malformed ranges); 'unsatisfiable'
 * means 416.
 */
export function parseRangeHeader(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
	if (!header) return null;
	const ranges = parseRange(size, header);
	if (ranges === -1) return 'unsatisfiable';
	if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
	return ranges[0] ?? null;
}
