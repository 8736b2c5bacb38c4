import parseRange from 'range-parser';

export interface ByteRange {
	start: number;
	end: number;
}

/** The one range a `Range` header asks of `size` bytes; null to send all (none, several, or malformed); 'unsatisfiable' for 416. */
export function parseRangeHeader(header: string | undefined, size: number): ByteRange | null | 'unsatisfiable' {
	if (!header) return null;
	const ranges = parseRange(size, header);
	if (ranges === -1) return 'unsatisfiable';
	if (ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1) return null;
	return ranges[0] ?? null;
}
