import * as mediaApiText from '../../../text/shared/media-api.ts';

export type VideoRejectionReason =
	| 'not_video'
	| 'no_video_stream'
	| 'unsupported_codec'
	| 'too_large_frame'
	| 'too_long'
	| 'too_short'
	| 'too_many_streams'
	| 'incomplete'
	| 'broken'
	| 'cut_too_short';

/** Error of an invalid video file. A retry is useless. The message is for the owner of the file. */
export class VideoRejectedError extends Error {
	override readonly name = 'VideoRejectedError';
	readonly reason: VideoRejectionReason;

	constructor(reason: VideoRejectionReason, cause?: unknown) {
		super(mediaApiText.videoRejections[reason], { cause });
		this.reason = reason;
	}
}

/**
 * Error of an ffmpeg run that may be retried. `time`: it exceeded the wall-clock limit. `killed`: a limit of memory, CPU time or output, or
 * the system, ended it. `failed`: ffmpeg reported an error. `differs`: a copy of streams differs from its source, which must be encoded. The
 * message is for the log.
 */
export class TranscodingError extends Error {
	/** PostgreSQL stores this name with a failed job, so it does not follow the name of the class. */
	override readonly name = 'TranscodingFailed';
	readonly reason: 'time' | 'killed' | 'failed' | 'differs';

	constructor(reason: TranscodingError['reason'], message: string) {
		super(message);
		this.reason = reason;
	}
}
