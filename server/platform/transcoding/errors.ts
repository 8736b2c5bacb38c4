import * as mediaApiText from '../../../contract/text/media-api.ts';

/** Why a file is not taken as a video. */
export type VideoRejection =
	| 'not_video'
	| 'no_video_stream'
	| 'unsupported_codec'
	| 'too_large_frame'
	| 'too_long'
	| 'frame_rate'
	| 'too_many_streams'
	| 'broken';

/** The file itself is at fault, so trying again is of no use; `message` is a sentence for its owner. */
export class VideoRejected extends Error {
	override readonly name = 'VideoRejected';
	readonly reason: VideoRejection;

	constructor(reason: VideoRejection, cause?: unknown) {
		super(mediaApiText.videoRefusals[reason], { cause });
		this.reason = reason;
	}
}

/**
 * A run of ffmpeg that ended badly and may be tried again: `time` is the wall clock, `killed` a limit of memory,
 * processor time or output (or the system itself), `failed` ffmpeg's own error. `message` is for the log.
 */
export class TranscodingFailed extends Error {
	override readonly name = 'TranscodingFailed';
	readonly reason: 'time' | 'killed' | 'failed';

	constructor(reason: TranscodingFailed['reason'], message: string) {
		super(message);
		this.reason = reason;
	}
}
