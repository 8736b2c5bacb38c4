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

export function getConnection(): Connection | undefined {
	return (navigator as { connection?: Connection }).connection;
}
