import { LoaderCircle, VideoOff } from 'lucide-react';
import { useState } from 'react';
import type { ModuleContent } from '../../../contract/courses/courses.ts';
import type { Rendition } from '../../../contract/media/media.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as adminCoursesText from '../../../text/web/admin-courses.ts';
import * as mediaText from '../../../text/web/media.ts';
import { getUploadPercent } from '../../media/upload-state.ts';
import { VideoPicker } from '../../media/video-picker.tsx';
import { getErrorMessage } from '../../platform/error-message.ts';
import { getVideoAspectRatio, VideoFrame } from '../../player/frame.tsx';
import { VideoPlayer } from '../../player/player.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { ProgressWithPercent } from '../../ui/progress.tsx';
import { toast } from '../../ui/toast.ts';
import type { LessonVideoState } from './use-lesson-video.ts';

interface VideoEditorProps {
	content: ModuleContent;
	upload: LessonVideoState;
	/** Removes the video from the course module. Rejects if removal fails. */
	onRemove: () => Promise<void>;
	/** Fetches fresh signed URLs of the video. */
	renew: () => Promise<readonly Rendition[]>;
}

export function VideoEditor({ content, upload, onRemove, renew }: VideoEditorProps) {
	const [replacing, setReplacing] = useState(false);
	const [removing, setRemoving] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);
	const { title, video_state } = content;
	const { file } = upload;
	const percent = getUploadPercent(upload.state);

	async function remove() {
		setRemoving(false);
		setProblem(null);
		try {
			await onRemove();
			toast(adminCoursesText.videoRemoved);
		} catch (error) {
			setProblem(getErrorMessage(error));
		}
	}

	async function start() {
		if (await upload.start()) setReplacing(false);
	}

	async function saveAgain() {
		if (await upload.saveAgain()) setReplacing(false);
	}

	const picking = video_state === null || replacing;
	return (
		<section aria-labelledby="lesson-video" className="flex flex-col gap-3">
			<h2 id="lesson-video" className="text-18">
				{commonText.video}
			</h2>
			{picking ? (
				<>
					{video_state !== null && <p className="text-14 text-quiet">{adminCoursesText.videoReplacementHint}</p>}
					<VideoPicker video={file} locked={percent !== null} onChange={upload.choose} />
				</>
			) : (
				<CurrentVideo key={video_state} content={content} renew={renew} />
			)}
			<FormError>{problem ?? upload.problem}</FormError>
			{percent !== null && <ProgressWithPercent label={mediaText.upload} percent={percent} />}
			<div className="flex flex-wrap gap-2 empty:hidden">
				{picking && file && (
					<Button disabled={percent !== null} onClick={() => void start()}>
						{percent === null ? mediaText.upload : mediaText.uploading(percent)}
					</Button>
				)}
				{upload.state.step === 'unsaved' && (
					<Button autoFocus onClick={() => void saveAgain()}>
						{mediaText.saveAgain}
					</Button>
				)}
				{upload.state.step === 'sending' && (
					<Button variant="quiet" onClick={upload.cancel}>
						{commonText.cancel}
					</Button>
				)}
				{replacing && percent === null && (
					<Button
						variant="quiet"
						onClick={() => {
							setReplacing(false);
							upload.choose(null);
						}}
					>
						{adminCoursesText.keepVideo}
					</Button>
				)}
				{!picking && (
					<>
						<Button variant="quiet" onClick={() => setReplacing(true)}>
							{adminCoursesText.replaceVideo}
						</Button>
						<Button variant="quiet" onClick={() => setRemoving(true)}>
							{adminCoursesText.removeVideo}
						</Button>
					</>
				)}
			</div>
			<ConfirmDialog
				open={removing}
				title={adminCoursesText.removeVideoQuestion}
				description={adminCoursesText.removeVideoConsequence(title)}
				action={adminCoursesText.removeVideo}
				danger
				onConfirm={() => void remove()}
				onClose={() => setRemoving(false)}
			/>
		</section>
	);
}

/** Shows the module's video as learners see it, or its processing state. */
function CurrentVideo({ content, renew }: Pick<VideoEditorProps, 'content' | 'renew'>) {
	const { video, video_state, title } = content;
	const [aspectRatio] = useState(() => (video ? getVideoAspectRatio(video) : '16 / 9'));
	if (video && video_state === 'ready')
		return <VideoPlayer video={video} title={title} aspectRatio={aspectRatio} renew={renew} />;
	return (
		<VideoFrame video={video} aspectRatio={aspectRatio}>
			{video_state === 'failed' ? (
				<>
					<VideoOff aria-hidden className="size-9" />
					<p className="font-semibold text-18">{adminCoursesText.videoFailed}</p>
					<p className="text-14 text-white/80">{adminCoursesText.videoFailedHint}</p>
				</>
			) : (
				<>
					<LoaderCircle aria-hidden className="size-9 animate-spin" />
					<div role="status">
						<p className="font-semibold text-18">{commonText.videoProcessing}</p>
						<p className="mt-1 text-14 text-white/80">{adminCoursesText.videoProcessingHint}</p>
					</div>
				</>
			)}
		</VideoFrame>
	);
}
