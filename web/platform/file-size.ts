import { limits } from '../../contract/limits.ts';

/** Bytes as megabytes with 1 decimal, to compare two sizes: '12.3 MB'. */
export function formatRoundedFileSize(bytes: number): string {
	return `${(bytes / limits.megabyte).toFixed(1)} MB`;
}

/** Bytes as megabytes with 2 decimals: '12.34 MB'. */
export function formatFileSize(bytes: number): string {
	return `${(bytes / limits.megabyte).toFixed(2)} MB`;
}
