/** Why a file is not taken as a video. */
export type VideoRefusal =
	| 'not_video'
	| 'no_video_stream'
	| 'unsupported_codec'
	| 'too_large_frame'
	| 'too_long'
	| 'frame_rate'
	| 'too_many_streams'
	| 'broken';

const sentences: Record<VideoRefusal, string> = {
	not_video: 'This file is not a video we can use. Choose an MP4, MOV or AVI.',
	no_video_stream: 'This file has no picture, only sound. Choose a video.',
	unsupported_codec: 'This video is packed in a way we cannot read. Save it as MP4 (H.264) and try again.',
	too_large_frame: 'This video is larger than 4K. Choose a smaller one.',
	too_long: 'This video is longer than 10 minutes. Choose a shorter one.',
	frame_rate: 'This video has more than 60 frames a second. Choose one with fewer.',
	too_many_streams: 'This video holds too many tracks. Choose one with a single picture and sound.',
	broken: 'This video is damaged. Choose another one.',
};

/** The file itself is at fault, so trying again is of no use; `message` is a sentence for its owner. */
export class VideoRefused extends Error {
	override readonly name = 'VideoRefused';
	readonly reason: VideoRefusal;

	constructor(reason: VideoRefusal, cause?: unknown) {
		super(sentences[reason], { cause });
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
