/** Error of a write that found no space on the disk. Nothing was written. */
export class DiskFullError extends Error {
	override readonly name = 'DiskFullError';
}

/** Returns whether an error says that a disk or a quota is full. sharp's errors have no code, only the system's words in English. */
export function isDiskFull(error: unknown): boolean {
	if (error instanceof DiskFullError) return true;
	if (!(error instanceof Error)) return false;
	return (
		['ENOSPC', 'EDQUOT'].includes(String((error as NodeJS.ErrnoException).code)) ||
		/No space left on device|Disk quota exceeded/.test(error.message)
	);
}
