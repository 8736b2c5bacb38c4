import { limits } from '../../../contract/limits.ts';

export interface VideoInfo {
	bytes: number;
	/** Seconds. */
	duration: number;
	/** Pixels, after rotation. */
	width: number;
	height: number;
	hasSound: boolean;
}

export interface ShrinkPlan {
	/** Pixels, even. */
	width: number;
	height: number;
	/** Bits per second. */
	videoRate: number;
	soundRate: number;
}

/** Bits per second of a video of 1280 by 720: phone videos stay clear, and 20 seconds take 2.5 MB. */
const rateAtFullSize = 1_000_000;
const fullSize = 1280 * 720;
const lowestRate = 150_000;
const soundRate = 64_000;
/** Maximum ratio of the new size to the old one. Above it, shrinking is not worth the wait. */
const maxSizeRatio = 0.8;
/** Share of the size limit to aim at, because encoders do not hit their bit rate exactly. */
const sizeMargin = 0.92;

/** Plans how to shrink a video before the upload; null if it is not worth it or impossible. */
export function planShrinking({ bytes, duration, width, height, hasSound }: VideoInfo): ShrinkPlan | null {
	if (!(duration > 0 && width > 0 && height > 0)) return null;
	const lines = Math.min(width, height);
	const rate = (bytes * 8) / duration;
	const mustFit = bytes > limits.videoBytes;
	// The server shows such a video without transcoding it.
	if (!mustFit && lines <= limits.videoLines && rate <= limits.videoRemuxBitRate) return null;
	const scale = Math.min(1, limits.videoLines / lines);
	const small = { width: even(width * scale), height: even(height * scale) };
	const sound = hasSound ? soundRate : 0;
	const targetRate = Math.min(rateAtFullSize, (rateAtFullSize * small.width * small.height) / fullSize);
	const fittingRate = (limits.videoBytes * sizeMargin * 8) / duration - sound;
	const videoRate = Math.round(Math.max(lowestRate, Math.min(targetRate, fittingRate)));
	const expected = ((videoRate + sound) * duration) / 8;
	if (expected > bytes * maxSizeRatio || expected > limits.videoBytes) return null;
	return { ...small, videoRate, soundRate };
}

function even(pixels: number): number {
	return Math.max(2, Math.round(pixels / 2) * 2);
}
