import { useEffect, useState } from 'react';
import type { Session } from '../../../contract/accounts.ts';
import type { VideoEdit } from '../../../contract/video-edit.ts';
import type { AdFields } from '../../ads/ad-form.ts';
import { drawFrame, type FrameReader, getScaledSize, useFrameReader } from '../../media/edit/frame-reader.ts';
import { useObjectUrl } from '../../media/object-url.ts';
import { drawPicture } from '../../media/picture-file.ts';
import { getKeptPart } from '../../media/video-edit.ts';
import { CardPreview } from '../item-cards/card-preview.tsx';

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
	const reader = useFrameReader(video);
	const cover = useObjectUrl(useCover(reader, edit));
	const part = reader && getKeptPart(edit, reader.duration);
	return (
		<CardPreview
			session={session}
			fields={fields}
			media={{
				format: 'video',
				cover: cover === null ? null : { url: cover, width: 1, height: 1, placeholder: null, sizes: [] },
				pictures: 0,
				video: part && { duration_ms: part.end - part.start, bytes },
			}}
		/>
	);
}

/** Draws the poster of an edited video; null until it is drawn. */
function useCover(reader: FrameReader | null, edit: VideoEdit): Blob | null {
	const [cover, setCover] = useState<Blob | null>(null);
	const { start, end } = getKeptPart(edit, reader?.duration ?? 0);
	const time = edit.poster_ms ?? start + Math.min(defaultPoster, (end - start) / 2);
	const { overlay = '' } = edit;
	useEffect(() => {
		if (!reader) return setCover(null);
		const controller = new AbortController();
		const { signal } = controller;
		void readCover(reader, { time, overlay, signal }).then((drawn) => !signal.aborted && setCover(drawn));
		return () => controller.abort();
	}, [reader, time, overlay]);
	return cover;
}

interface CoverOptions {
	time: number;
	overlay: string;
	signal: AbortSignal;
}

function readCover(reader: FrameReader, { time, overlay, signal }: CoverOptions): Promise<Blob | null> {
	const draw = (frame: HTMLVideoElement) => {
		const size = getScaledSize(frame, coverLines);
		return drawPicture(size.width, size.height, (context) => drawFrame(context, frame, overlay, size));
	};
	return reader.readFrame(time, draw, signal);
}
