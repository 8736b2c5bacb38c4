import { z } from 'zod';
import { DiskFull } from '../platform/disk-full.ts';
import { defineJob } from '../platform/jobs/index.ts';
import { Unavailable } from '../platform/unavailable.ts';

const hour = 3_600_000;
/** Encoding ten minutes of 4K on a busy machine; the transcoder has a closer limit of its own. */
export const encodeTimeout = 3 * hour;
/** Looking at a video, its poster, and copying its streams; the tools have closer limits of their own. */
const prepareTimeout = hour / 4;

const mediaPayload = z.object({ media_id: z.number() });
const videoOptions = { concurrency: 1, tries: 3, isInterruption };

export const prepareJob = defineJob('media.prepare', mediaPayload, { ...videoOptions, timeout: prepareTimeout });
export const transcodeJob = defineJob('media.transcode', mediaPayload, { ...videoOptions, timeout: encodeTimeout });
export const furtherRenditionsJob = defineJob('media.further-renditions', mediaPayload, {
	...videoOptions,
	timeout: encodeTimeout,
});

export const removeFilesJob = defineJob('media.remove', z.object({ public_id: z.string() }), {
	concurrency: 1,
	timeout: hour / 6,
	tries: 10,
});

/** Nothing that a file is at fault for. */
function isInterruption(error: unknown): boolean {
	if (error instanceof Unavailable || error instanceof DiskFull) return true;
	return ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown } | null)?.code));
}
