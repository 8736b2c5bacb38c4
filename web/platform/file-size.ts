import * as limits from '../../contract/core/limits.ts';

/** Formats bytes as megabytes of 2^20 bytes with 1 decimal, to compare two sizes: '12.3 MB'. */
export function formatRoundedFileSize(bytes: number): string {
	return `${(bytes / limits.megabyte).toFixed(1)} MB`;
}

/** Formats bytes as megabytes of 2^20 bytes with 2 decimals: '12.34 MB'. */
export function formatFileSize(bytes: number): string {
	return `${(bytes / limits.megabyte).toFixed(2)} MB`;
}
