import type { Client } from '../../contract/core/client.ts';
import { formatDuration } from '../platform/duration.ts';

/** How a video is watched: its length, and the number of plays that watched each of its equal parts. */
export type Watching = NonNullable<Awaited<ReturnType<Client['getMyInsights']>>['watching']>;

export interface WatchingSummary {
	/** Number of plays. */
	count: number;
	/** Average share of the video that a play watched, 0 to 1. */
	average: number;
	/** Seconds at which the most plays stop, or null if more than half of them reach the end. */
	stopsAt: number | null;
}

/** Summarizes the plays of a video, of which there must be one. */
export function summarizePlays({ plays, duration_ms }: Watching): WatchingSummary {
	const [count = 0, last = 0] = [plays[0], plays.at(-1)];
	const average = plays.reduce((sum, watched) => sum + watched, 0) / (count * plays.length);
	if (last * 2 > count) return { count, average, stopsAt: null };
	const losses = plays.slice(1).map((watched, part) => (plays[part] ?? 0) - watched);
	const part = losses.indexOf(Math.max(...losses)) + 1;
	return { count, average, stopsAt: (part * duration_ms) / plays.length / 1000 };
}

/** Lists the share of plays that watch the video at a time. Times that read the same are one entry. */
export function listShares({ plays, duration_ms }: Watching): { time: string; share: number }[] {
	const shares = new Map<string, number>();
	for (const [part, watched] of plays.entries()) {
		const time = formatDuration((part * duration_ms) / plays.length / 1000);
		if (!shares.has(time)) shares.set(time, watched / (plays[0] || 1));
	}
	return [...shares].map(([time, share]) => ({ time, share }));
}
