import { z } from 'zod';
import * as validationText from '../../text/shared/validation.ts';
import { createTextSchema } from '../core/fields.ts';
import * as limits from '../core/limits.ts';
import * as mediaLimits from './limits.ts';

const videoTimeSchema = z
	.int()
	.nonnegative()
	.max(limits.videoSeconds * 1000);

/**
 * Changes that the server makes to an uploaded video before it is published. Times are in milliseconds from the start of the uploaded file.
 * Without `start_ms` the video begins at its start, and without `end_ms` it goes on to its end.
 */
export const videoEditSchema = z
	.strictObject({
		start_ms: videoTimeSchema.optional(),
		end_ms: videoTimeSchema.optional(),
		/** True to remove the sound. */
		muted: z.boolean().optional(),
		/** Text to draw into every frame (`overlayStyle`). */
		overlay: createTextSchema({ max: mediaLimits.videoOverlay.max, missing: validationText.overlayMissing }).optional(),
		/** Time of the frame that becomes the poster. Without it, the server chooses one. */
		poster_ms: videoTimeSchema.optional(),
	})
	.superRefine(({ start_ms = 0, end_ms = Number.POSITIVE_INFINITY, poster_ms }, context) => {
		if (end_ms - start_ms < mediaLimits.shortestVideoCut) {
			context.addIssue({ code: 'custom', path: ['end_ms'], message: validationText.videoCutTooShort });
		} else if (poster_ms !== undefined && (poster_ms < start_ms || poster_ms > end_ms)) {
			context.addIssue({ code: 'custom', path: ['poster_ms'], message: validationText.posterOutside });
		}
	});
export type VideoEdit = z.infer<typeof videoEditSchema>;
