import parseRange from 'range-parser';

export interface ByteRange {
	start: number;
	end: number;
}

/**
 * Parses a `Range` header for a body of `size` bytes. Returns a single byte range; null if the whole body must be sent (no range, several
 * ranges or a malformed header); 'unsatisfiable' if the status must be 416.
 */
export function parseRangeHeader(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
	if (!header) return null;
	const ranges = parseRange(size, header);
	if (ranges === -1) return 'unsatisfiable';
	if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
	return ranges[0] ?? null;
}
