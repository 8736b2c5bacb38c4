import { FileVideo, Upload, X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import * as limits from '../../contract/core/limits.ts';
import * as messages from '../../contract/core/messages.ts';
import * as mediaLimits from '../../contract/media/limits.ts';
import * as mediaText from '../../text/web/media.ts';
import { formatFileSize } from '../platform/file-size.ts';
import { IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { toast } from '../ui/toast.ts';
import { DropArea } from './drop-area.tsx';
import { useObjectUrl } from './object-url.ts';
import { getVideoRejection } from './video-file.ts';

interface VideoPickerProps {
	video: File | null;
	/** Whether the video cannot change, because it is being sent. */
	locked: boolean;
	onChange: (video: File | null) => void;
	/** Maximum bytes of the chosen file. */
	maxBytes?: number;
	check?: (video: File) => Promise<string | null>;
	/** A video from outside the picker, such as a shared video. Handled like a dropped video. */
	initialVideo?: File | null;
	children?: ReactNode;
}

export function VideoPicker({
	video,
	locked,
	onChange,
	maxBytes,
	check,
	initialVideo = null,
	children,
}: VideoPickerProps) {
	const [checking, setChecking] = useState(false);

	async function choose([file]: File[]) {
		if (!file) return;
		let rejection = getVideoRejection(file, maxBytes);
		if (!rejection && check) {
			setChecking(true);
			rejection = await check(file).finally(() => setChecking(false));
		}
		if (rejection) return toast(rejection, 'error');
		onChange(file);
		toast(messages.videoSelected);
	}

	const chooseInitial = useEffectEvent((file: File) => {
		if (!video && !locked) void choose([file]);
	});
	useEffect(() => {
		if (initialVideo) chooseInitial(initialVideo);
	}, [initialVideo]);

	if (video) {
		return (
			<VideoPreview video={video} locked={locked} onRemove={() => onChange(null)}>
				{children}
			</VideoPreview>
		);
	}
	return (
		<DropArea
			label={mediaText.chooseVideo}
			accept="video/*"
			disabled={checking || locked}
			onFiles={(files) => void choose(files)}
			className="min-h-56 gap-2 px-5 py-8"
		>
			<span aria-hidden className="flex size-14 items-center justify-center rounded-full bg-leaf-soft text-leaf">
				<Upload className="size-7" />
			</span>
			<span className="font-semibold text-18">
				<RichText
					text={mediaText.dropVideo}
					tags={{ browse: (words) => <span className="text-leaf underline underline-offset-4">{words}</span> }}
				/>
			</span>
			<span className="text-14 text-quiet">{mediaText.videoFormats(mediaLimits.videoBytes / limits.megabyte)}</span>
		</DropArea>
	);
}

interface VideoPreviewProps {
	video: File;
	locked: boolean;
	onRemove: () => void;
	children: ReactNode;
}

function VideoPreview({ video, locked, onRemove, children }: VideoPreviewProps) {
	const url = useObjectUrl(video);
	const [hasNoPreview, setNoPreview] = useState(false);
	return (
		<Card className="overflow-hidden">
			{hasNoPreview ? (
				<div className="flex min-h-44 flex-col items-center justify-center gap-2 bg-sunken px-6 py-8 text-center">
					<FileVideo aria-hidden className="size-10 text-quiet" />
					<p className="font-semibold">{mediaText.noPreview}</p>
					<p className="max-w-sm text-14 text-quiet">{mediaText.noPreviewHint}</p>
				</div>
			) : (
				url && (
					<video
						src={url}
						muted
						controls
						playsInline
						preload="metadata"
						aria-label={mediaText.videoPreview}
						// A width of 0 means that the browser lacks the video codec and plays only the sound.
						onLoadedMetadata={({ currentTarget }) => setNoPreview(currentTarget.videoWidth === 0)}
						onError={() => setNoPreview(true)}
						className="max-h-80 min-h-44 w-full bg-black"
					/>
				)
			)}
			<div className="flex items-center gap-3 py-2 pr-2 pl-4">
				<div className="min-w-0 flex-1">
					<p className="truncate font-semibold text-14">{video.name}</p>
					<p className="text-14 text-quiet tabular-nums">{formatFileSize(video.size)}</p>
				</div>
				<IconButton label={mediaText.removeVideo} disabled={locked} onClick={onRemove}>
					<X aria-hidden className="size-5" />
				</IconButton>
			</div>
			{children}
		</Card>
	);
}
