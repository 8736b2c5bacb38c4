import { useEffect, useState } from 'react';
import type { Session } from '../../../contract/accounts/accounts.ts';
import type { VideoEdit } from '../../../contract/media/video-edit.ts';
import type { AdFields } from '../../ads/ad-form.ts';
import { CardPreview } from '../../feed/cards/card-preview.tsx';
import { drawFrame, FrameReader, getScaledSize } from '../../media/edit/frame-reader.ts';
import { useObjectUrl } from '../../media/object-url.ts';
import { drawPicture } from '../../media/picture-file.ts';
import { getTrimRange } from '../../media/video-edit.ts';

interface VideoCardPreviewProps {
	session: Session;
	fields: AdFields;
	/** Original video. */
	video: File;
	edit: VideoEdit;
	/** Bytes of the file to send. */
	bytes: number;
}

/** Shorter side of the cover in pixels. */
const coverLines = 512;
/** Milliseconds from the start of the kept part to the frame that stands for a poster that the server chooses. */
const defaultPoster = 1000;

/** Card of a video ad that is being written, with its cover. */
export function VideoCardPreview({ session, fields, video, edit, bytes }: VideoCardPreviewProps) {
	const { cover, duration } = useCover(video, edit) ?? { cover: null, duration: null };
	const url = useObjectUrl(cover);
	const part = duration !== null && getTrimRange(edit, duration);
	return (
		<CardPreview
			session={session}
			fields={fields}
			media={{
				format: 'video',
				cover: url === null ? null : { url, width: 1, height: 1, placeholder: null, sizes: [] },
				pictures: 0,
				video: part ? { duration_ms: part.end - part.start, bytes } : null,
			}}
		/>
	);
}

interface Cover {
	cover: Blob | null;
	/** Duration of the original video in milliseconds. */
	duration: number;
}

/** Draws the poster of an edited video; null until it is drawn, and if the browser cannot show the video. */
function useCover(video: File, { start_ms, end_ms, poster_ms, overlay }: VideoEdit): Cover | null {
	const [cover, setCover] = useState<Cover | null>(null);
	useEffect(() => {
		const controller = new AbortController();
		const { signal } = controller;
		const read = readCover(video, { start_ms, end_ms, poster_ms, overlay }, signal);
		void read.then((next) => !signal.aborted && setCover(next));
		return () => {
			controller.abort();
			setCover(null);
		};
	}, [video, start_ms, end_ms, poster_ms, overlay]);
	return cover;
}

async function readCover(video: File, edit: VideoEdit, signal: AbortSignal): Promise<Cover | null> {
	const reader = await FrameReader.open(video);
	if (!reader) return null;
	const { duration } = reader;
	const { start, end } = getTrimRange(edit, duration);
	const time = edit.poster_ms ?? start + Math.min(defaultPoster, (end - start) / 2);
	const draw = (frame: HTMLVideoElement) => {
		const size = getScaledSize(frame, coverLines);
		return drawPicture(size.width, size.height, (context) => drawFrame(context, frame, edit.overlay ?? '', size));
	};
	// A phone has few video decoders, so the reader does not stay open.
	const cover = await reader.readFrame(time, draw, signal).finally(() => reader.close());
	return { cover, duration };
}
