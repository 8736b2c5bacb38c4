/** Bytes transferred since the page was opened, including headers. */
export interface DataUsage {
	total: number;
	pictures: number;
	/** Bytes of videos and sounds. */
	media: number;
	/** Bytes of scripts, styles and fonts. */
	code: number;
	/** Number of files from other hosts that hide their size. */
	unmeasured: number;
}

/** Fields of a resource timing entry that `sumDataUsage` reads. */
export type ResourceMeasurement = Pick<PerformanceResourceTiming, 'name' | 'initiatorType' | 'transferSize'>;

/** Sums transfer sizes by file type. A file from the browser's cache has size 0. */
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

export function getDataUsage(): DataUsage {
	const files = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
	return sumDataUsage(files as PerformanceResourceTiming[], location.origin);
}

/** Calls the listener after each transfer of a resource. Returns a function that unsubscribes it. */
export function watchDataUsage(listener: () => void): () => void {
	const observer = new PerformanceObserver(listener);
	observer.observe({ type: 'resource' });
	return () => observer.disconnect();
}
