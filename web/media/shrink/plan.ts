import * as limits from '../../../contract/core/limits.ts';
import * as mediaLimits from '../../../contract/media/limits.ts';

export interface VideoInfo {
	bytes: number;
	/** Duration in seconds. */
	duration: number;
	/** Width in pixels after rotation. */
	width: number;
	height: number;
	hasSound: boolean;
}

export interface ShrinkPlan {
	/** Width in pixels, an even number. */
	width: number;
	height: number;
	/** Bit rate of the video track in bits per second, without the sound. */
	videoRate: number;
	soundRate: number;
}

/** Target bit rate of 1280 by 720 pixels, in bits per second. Phone videos stay clear, and 20 seconds take 2.5 MB. */
const rateAtFullSize = 1_000_000;
const fullSize = 1280 * 720;
const lowestRate = 150_000;
const soundRate = 64_000;
/** Maximum ratio of the shrunk file's bytes to the original's. Above this ratio, shrinking is not worth the wait. */
const maxSizeRatio = 0.8;
/** Share of the upload limit at which the bit rate aims, because encoders do not hit their bit rate exactly. */
const sizeMargin = 0.92;

/** Plans how to shrink a video before the upload. Returns null if shrinking is impossible or not worth the wait. */
export function planShrinking(info: VideoInfo): ShrinkPlan | null {
	const { bytes, duration, width, height } = info;
	const lines = Math.min(width, height);
	const mustFit = bytes > mediaLimits.videoBytes;
	// The server accepts a video with few lines and a low bit rate without transcoding, so shrinking gains nothing.
	if (!mustFit && lines <= limits.videoLines && getBitRate(info) <= limits.videoRemuxBitRate) return null;
	return planEncoding(info, { seconds: duration, maxBytes: bytes * maxSizeRatio, maxRate: rateAtFullSize });
}

/** Plans how to encode an edited video, of which `kept` seconds remain. Returns null if this part is still too large to upload. */
export function planEditing(info: VideoInfo, kept: number): ShrinkPlan | null {
	return planEncoding(info, { seconds: kept, maxBytes: mediaLimits.videoBytes, maxRate: getBitRate(info) });
}

interface EncodingLimits {
	/** Duration of the encoded video. */
	seconds: number;
	maxBytes: number;
	/** Highest bit rate of the video track in bits per second. */
	maxRate: number;
}

function planEncoding(
	{ duration, width, height, hasSound }: VideoInfo,
	{ seconds, maxBytes, maxRate }: EncodingLimits,
): ShrinkPlan | null {
	if (!(duration > 0 && seconds > 0 && width > 0 && height > 0)) return null;
	const scale = Math.min(1, limits.videoLines / Math.min(width, height));
	const small = { width: even(width * scale), height: even(height * scale) };
	const sound = hasSound ? soundRate : 0;
	const targetRate = Math.min(rateAtFullSize, maxRate, (rateAtFullSize * small.width * small.height) / fullSize);
	const fittingRate = (mediaLimits.videoBytes * sizeMargin * 8) / seconds - sound;
	const videoRate = Math.round(Math.max(lowestRate, Math.min(targetRate, fittingRate)));
	const expected = ((videoRate + sound) * seconds) / 8;
	if (expected > maxBytes || expected > mediaLimits.videoBytes) return null;
	return { ...small, videoRate, soundRate };
}

function getBitRate({ bytes, duration }: VideoInfo): number {
	return (bytes * 8) / duration;
}

function even(pixels: number): number {
	return Math.max(2, Math.round(pixels / 2) * 2);
}
