import { z } from 'zod';
import { isDiskFull } from '../core/disk-full-error.ts';
import { ServiceUnavailableError } from '../core/service-unavailable-error.ts';
import { defineJob } from '../jobs/index.ts';

const hour = 3_600_000;
/** Timeout of encoding jobs in milliseconds, enough for ten minutes of 4K video. The transcoder's own timeout is shorter. */
export const encodeTimeout = 3 * hour;
/** Timeout of preparation jobs in milliseconds, enough to make a poster and copy streams. The tools' own timeouts are shorter. */
const prepareTimeout = hour / 4;

const mediaPayloadSchema = z.object({ media_id: z.number() });
const videoOptions = { concurrency: 1, tries: 3, isInterruption };

export const prepareVideoJob = defineJob('media.prepare', mediaPayloadSchema, {
	...videoOptions,
	timeout: prepareTimeout,
});
export const transcodeVideoJob = defineJob('media.transcode', mediaPayloadSchema, {
	...videoOptions,
	timeout: encodeTimeout,
});
export const furtherRenditionsJob = defineJob('media.further-renditions', mediaPayloadSchema, {
	...videoOptions,
	timeout: encodeTimeout,
});

export const fragmentVideoJob = defineJob('media.fragment', mediaPayloadSchema, {
	...videoOptions,
	// A rendition whose streams cannot be copied is encoded.
	timeout: encodeTimeout,
});

export const removeFilesJob = defineJob('media.remove', z.object({ public_id: z.string() }), {
	concurrency: 1,
	timeout: hour / 6,
	tries: 10,
});

/** Returns true for errors of a video job that come from the environment, such as a full disk, and not from the file. */
function isInterruption(error: unknown): boolean {
	return error instanceof ServiceUnavailableError || isDiskFull(error);
}
