/** What came over the network since the page was opened, in bytes with the headers. */
export interface DataUsage {
	total: number;
	pictures: number;
	/** Videos and sounds. */
	media: number;
	/** The pages' code and looks. */
	code: number;
	/** Files of another host, which does not let the browser tell their size. */
	unmeasured: number;
}

/** What the browser measures of a file. */
export type ResourceMeasurement = Pick<PerformanceResourceTiming, 'name' | 'initiatorType' | 'transferSize'>;

/** Sums up what the browser has measured. What came out of its own cache cost nothing and counts nothing. */
export function sumDataUsage(files: readonly ResourceMeasurement[], origin: string): DataUsage {
	const usage = { total: 0, pictures: 0, media: 0, code: 0, unmeasured: 0 };
	for (const { name, initiatorType, transferSize } of files) {
		if (transferSize === 0 && /^https?:/.test(name) && !name.startsWith(`${origin}/`)) usage.unmeasured += 1;
		usage.total += transferSize;
		const path = name.split(/[?#]/, 1)[0] ?? '';
		if (/\.(m?js|css|woff2)$/.test(path)) usage.code += transferSize;
		else if (['video', 'audio'].includes(initiatorType) || /\.(mp4|webm|mp3)$/.test(path)) usage.media += transferSize;
		else if (['img', 'image', 'css'].includes(initiatorType)) usage.pictures += transferSize;
	}
	return usage;
}

/** The cost so far in this tab. */
export function getDataUsage(): DataUsage {
	const files = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
	return sumDataUsage(files as PerformanceResourceTiming[], location.origin);
}

/** Calls back whenever something more has come; answers how that is ended. */
export function watchDataUsage(listener: () => void): () => void {
	const observer = new PerformanceObserver(listener);
	observer.observe({ type: 'resource' });
	return () => observer.disconnect();
}
