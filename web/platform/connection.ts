/** Part of the Network Information API. Not every browser supports the API. */
export interface Connection extends EventTarget {
	saveData?: boolean;
	/** Such as 'wifi' or 'cellular'. Most computers do not tell it. */
	type?: string;
	/** 'slow-2g', '2g', '3g' or '4g', by the measured speed. */
	effectiveType?: string;
	/** Measured speed in megabits per second. */
	downlink?: number;
}

/** Returns whether the connection may cost money by the megabyte. Null where the browser does not tell its type. */
export function isMetered(): boolean | null {
	const type = getConnection()?.type;
	return type === undefined ? null : type !== 'wifi' && type !== 'ethernet';
}

export function getConnection(): Connection | undefined {
	return (navigator as { connection?: Connection }).connection;
}
