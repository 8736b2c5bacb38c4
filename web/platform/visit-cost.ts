/** What came over the network since the page was opened, in bytes with the headers. */
export interface VisitCost {
	total: number;
	pictures: number;
	/** Videos and sounds. */
	films: number;
	/** The pages' code and looks. */
	code: number;
	/** Files of another host, which does not let the browser tell their size. */
	unseen: number;
}

/** What the browser measures of a file. */
export type Measured = Pick<PerformanceResourceTiming, 'name' | 'initiatorType' | 'transferSize'>;

/** Sums up what the browser has measured. What came out of its own cache cost nothing and counts nothing. */
export function costOf(files: readonly Measured[], origin: string): VisitCost {
	const cost = { total: 0, pictures: 0, films: 0, code: 0, unseen: 0 };
	for (const { name, initiatorType, transferSize } of files) {
		if (transferSize === 0 && /^https?:/.test(name) && !name.startsWith(`${origin}/`)) cost.unseen += 1;
		cost.total += transferSize;
		const path = name.split(/[?#]/, 1)[0] ?? '';
		if (/\.(m?js|css|woff2)$/.test(path)) cost.code += transferSize;
		else if (['video', 'audio'].includes(initiatorType) || /\.(mp4|webm|mp3)$/.test(path)) cost.films += transferSize;
		else if (['img', 'image', 'css'].includes(initiatorType)) cost.pictures += transferSize;
	}
	return cost;
}

/** The cost so far in this tab. */
export function visitCost(): VisitCost {
	const files = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
	return costOf(files as PerformanceResourceTiming[], location.origin);
}

/** Calls back whenever something more has come; answers how that is ended. */
export function watchVisitCost(listener: () => void): () => void {
	const observer = new PerformanceObserver(listener);
	observer.observe({ type: 'resource' });
	return () => observer.disconnect();
}
