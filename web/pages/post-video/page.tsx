import { Hourglass, Lightbulb, Scissors } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import type { Session } from '../../../contract/accounts/accounts.ts';
import type { Ad } from '../../../contract/ads/ads.ts';
import * as limits from '../../../contract/core/limits.ts';
import * as messages from '../../../contract/core/messages.ts';
import * as mediaLimits from '../../../contract/media/limits.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as mediaText from '../../../text/web/media.ts';
import * as postVideoText from '../../../text/web/post-video.ts';
import * as videoEditorText from '../../../text/web/video-editor.ts';
import { useSession } from '../../accounts/session.ts';
import { CategoryAndDescriptionFields } from '../../ads/ad-fields.tsx';
import { type AdFields, emptyAd, getNewAdFields, toAdFieldName, videoAdSchema } from '../../ads/ad-form.ts';
import { CaptionsField } from '../../ads/captions-field.tsx';
import { readDraft, writeDraft } from '../../ads/draft.ts';
import { getAdDraftKey } from '../../ads/draft-key.ts';
import { OptionalFields } from '../../ads/optional-fields.tsx';
import { PostedCard } from '../../ads/own/posted-card.tsx';
import { ProductsField } from '../../ads/products-field.tsx';
import { ContactFields, ItemFields } from '../../ads/seller-fields.tsx';
import { UploadWaitNotice } from '../../ads/video-upload/upload-wait-notice.tsx';
import { useVideoUpload } from '../../ads/video-upload/use-video-upload.ts';
import { playSound } from '../../appearance/sounds.ts';
import { ApiForm, useApiForm } from '../../data/api-form.tsx';
import { ShrinkNote } from '../../media/shrink/shrink-note.tsx';
import { useShrunkVideo } from '../../media/shrink/use-shrunk-video.ts';
import { getUploadPercent, type UploadState } from '../../media/upload-state.ts';
import { isSameEdit } from '../../media/video-edit.ts';
import { VideoPicker } from '../../media/video-picker.tsx';
import { useSharedVideo } from '../../offline/use-shared-video.ts';
import { clearSharedContent } from '../../offline/worker/shared-content.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { ProgressWithPercent } from '../../ui/progress.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.ts';
import { lazyPart, useLazyComponent } from '../../ui/use-lazy-component.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.tsx';

export const meta = hiddenPageMeta(postVideoText.heading);

const loadEditVideoDialog = async () => (await import('../../media/edit/edit-video-dialog.tsx')).EditVideoDialog;
const VideoCardPreview = lazyPart(async () => (await import('./video-card-preview.tsx')).VideoCardPreview);

export default function PostVideoPage() {
	const session = useSession();
	return session && <VideoUpload key={session.id} session={session} />;
}

function VideoUpload({ session }: { session: Session }) {
	const key = getAdDraftKey('video', session.id);
	const shared = useSharedVideo(useLocation().state);
	const [video, setVideo] = useState<File | null>(null);
	const [posted, setPosted] = useState<Pick<Ad, 'id' | 'format' | 'title'> | null>(null);
	const newAd = getNewAdFields(session);
	const [showsDetails, setShowsDetails] = useState(() => hasDetails(readDraft(key)));
	const form = useApiForm({
		schema: videoAdSchema,
		toField: toAdFieldName,
		defaultValues: readDraft(key, newAd),
		send: async (fields) => {
			if (!video) return toast(messages.uploadFieldsMissing, 'error');
			setPosted(null);
			// The upload stores the file from now on, so the shared copy is removed.
			void clearSharedContent();
			void upload.start({ video: shrunk.getVideo(video), form: fields, fields: form.getValues() });
		},
		onInvalid: (wrong) => {
			if (wrong.category || wrong.description) toast(messages.uploadFieldsMissing, 'error');
			// The details open synchronously, because the first invalid field takes the focus next.
			if ([...detailFields, ...locationFields].some((name) => wrong[name])) flushSync(() => setShowsDetails(true));
		},
	});
	const { watch } = form;
	const fields = watch();
	const { title, category, description } = fields;

	const shrunk = useShrunkVideo({
		maxBytes: mediaLimits.videoBytes,
		onTooLarge() {
			setVideo(null);
			toast(messages.videoTooLarge, 'error');
		},
		onEditFailed: () => toast(videoEditorText.editImpossible, 'error'),
	});
	const { upload, state, waiting, isStored } = useVideoUpload({
		session,
		hasFile: video !== null,
		onResumed({ file, edit, trimmed, fields }) {
			form.reset(fields);
			setVideo(file);
			shrunk.reset(edit, trimmed);
			setShowsDetails(hasDetails(fields));
		},
		onReleased() {
			// The other tab has sent the text that this form shows, so the form reloads the draft.
			if (!video) form.reset(readDraft(key, newAd));
		},
		onSaved({ id, form: saved }) {
			playSound('done');
			form.reset({ ...newAd, state: saved.location?.state ?? '', lga: saved.location?.lga ?? '' });
			setVideo(null);
			shrunk.reset();
			setShowsDetails(false);
			setPosted({ id, format: 'video', title: saved.title ?? saved.description });
		},
	});
	const percent = getUploadPercent(state);
	const locked = state.step !== 'idle';
	const isAhead = state.step === 'ahead';
	const [isEditing, setEditing] = useState(false);
	// A video that appears later, or after another tab's upload, does not open the editor.
	if (isEditing && (!video || locked)) setEditing(false);
	const EditVideoDialog = useLazyComponent(loadEditVideoDialog, isEditing);
	const leaveWarning = useLeaveWarning(percent !== null || isAhead, getLeaveWarning(state, isStored));

	function discard() {
		void upload.cancel();
		// While another upload is sent first, the file chosen in this tab stays.
		if (isAhead) return;
		setVideo(null);
		shrunk.reset();
	}

	useEffect(() => {
		const { unsubscribe } = watch((fields) => writeDraft(key, { ...emptyAd, ...fields }));
		return unsubscribe;
	}, [watch, key]);

	function choose(next: File | null) {
		setVideo(next);
		if (!next) {
			shrunk.reset();
			void clearSharedContent();
		}
		void upload.choose();
	}

	const buttons = (
		<div className="flex flex-col gap-4">
			<FormError>{getProblem(state)}</FormError>
			{state.step === 'elsewhere' && <QueueNotice>{postVideoText.otherTabSends}</QueueNotice>}
			{isAhead && !waiting && <QueueNotice>{postVideoText.otherTabFirst}</QueueNotice>}
			{waiting && <UploadWaitNotice waiting={waiting} isStored={isAhead ? null : isStored} onDiscard={discard} />}
			{percent !== null && <ProgressWithPercent label={mediaText.upload} percent={percent} />}
			<div className="flex flex-wrap gap-2">
				<Button
					type="submit"
					size="large"
					disabled={!video || category === '' || description === '' || locked}
					className="flex-1"
				>
					{percent === null ? mediaText.upload : mediaText.uploading(Math.round(percent))}
				</Button>
				{state.step === 'sending' && !waiting && (
					<Button variant="quiet" size="large" onClick={() => void upload.cancel()}>
						{commonText.cancel}
					</Button>
				)}
				{state.step === 'unsaved' && (
					<Button size="large" autoFocus onClick={() => void upload.saveAgain()}>
						{mediaText.saveAgain}
					</Button>
				)}
				{(state.step === 'unsaved' || hasFailed(state, isStored)) && (
					<Button variant="quiet" size="large" onClick={discard}>
						{commonText.discard}
					</Button>
				)}
			</div>
		</div>
	);

	return (
		<div className="mx-auto grid max-w-5xl gap-6 wide:grid-cols-[minmax(0,1fr)_18rem]">
			<div className="wide:col-span-2">
				<h1 className="text-28">{postVideoText.heading}</h1>
				<p className="mt-1 text-quiet">{postVideoText.lead}</p>
			</div>
			{posted && !video && !locked && (
				<div className="wide:col-span-2">
					<PostedCard ad={posted} onPostAnother={() => setPosted(null)} />
				</div>
			)}
			<ApiForm form={form} submit={buttons} className="min-w-0 gap-5">
				<VideoPicker
					video={video}
					locked={locked}
					maxBytes={limits.selectedVideoBytes}
					check={async (file) => ((await shrunk.check(file)) ? null : messages.videoTooLarge)}
					onChange={choose}
					initialVideo={shared}
				>
					{video && (
						<ShrinkNote
							{...shrunk}
							video={video}
							locked={locked}
							onEditHere={() => {
								shrunk.editHere(video);
								void upload.changeEdit();
							}}
						/>
					)}
					{video && !locked && (
						<div className="border-line border-t p-2">
							<Button
								variant="plain"
								fullWidth
								loading={isEditing && !EditVideoDialog}
								onClick={() => setEditing(true)}
							>
								<Scissors aria-hidden className="size-5" />
								{videoEditorText.editVideo}
							</Button>
						</div>
					)}
				</VideoPicker>
				<fieldset disabled={locked} className="flex min-w-0 flex-col gap-5">
					<CategoryAndDescriptionFields form={form} />
					<OptionalFields summary={postVideoText.details} isOpen={showsDetails} onToggle={setShowsDetails}>
						<TextField
							label={commonText.title}
							optional
							hint={postVideoText.titleHint}
							limit={limits.title.max}
							length={title.length}
							{...form.field('title')}
						/>
						<ItemFields form={form} />
						<CaptionsField form={form} />
					</OptionalFields>
					<ProductsField form={form} sellerId={session.id} videoId={null} locked={locked} />
					<ContactFields form={form} account={session} isNewAd />
				</fieldset>
			</ApiForm>
			<div className="grid content-start gap-6">
				<Guidelines />
				{video && (
					<VideoCardPreview
						session={session}
						fields={fields}
						video={video}
						edit={shrunk.edit}
						bytes={
							shrunk.shrinking.step === 'shrunk' && !shrunk.sendsOriginal ? shrunk.shrinking.small.size : video.size
						}
					/>
				)}
			</div>
			{video && isEditing && EditVideoDialog && (
				<EditVideoDialog
					file={video}
					edit={shrunk.edit}
					onDone={(edit) => {
						setEditing(false);
						if (isSameEdit(edit, shrunk.edit)) return;
						shrunk.changeEdit(video, edit);
						void upload.changeEdit();
					}}
					onCancel={() => setEditing(false)}
				/>
			)}
			{leaveWarning}
		</div>
	);
}

function getLeaveWarning(state: UploadState, isStored: boolean): string {
	if (state.step === 'unsaved') {
		return isStored ? postVideoText.leaveNotSavedStored : postVideoText.leaveNotSaved;
	}
	if (state.step === 'ahead') {
		return postVideoText.leaveNotStarted;
	}
	return isStored ? postVideoText.leaveUploadingStored : postVideoText.leaveUploading;
}

/** Returns whether the upload failed and is stored, so that it can be retried or discarded. */
function hasFailed(state: UploadState, isStored: boolean): boolean {
	return isStored && state.step === 'idle' && state.problem !== null;
}

function getProblem(state: UploadState): string | null {
	if (state.step === 'idle') return state.problem;
	if (state.step !== 'unsaved') return null;
	return state.problem ?? postVideoText.notSaved;
}

/** Fields of the folded details. The account fills in those of the location. */
const detailFields = ['title', 'price', 'negotiable', 'condition', 'delivery', 'captions'] as const;
const locationFields = ['state', 'lga', 'place'] as const;

/** Returns whether the seller has filled in a folded detail. */
function hasDetails(fields: Partial<AdFields>): boolean {
	return detailFields.some((name) => fields[name]);
}

/** Says what must finish before this page's own video is sent. */
function QueueNotice({ children }: { children: string }) {
	return (
		<Card role="status" className="flex items-center gap-3 p-4">
			<Hourglass aria-hidden className="size-6 shrink-0 text-marigold" />
			<p>{children}</p>
		</Card>
	);
}

function Guidelines() {
	return (
		<Card className="self-start p-5">
			<h2 className="flex items-center gap-2 text-18">
				<Lightbulb aria-hidden className="size-5 text-marigold" />
				{postVideoText.guidelines}
			</h2>
			<ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 text-quiet">
				<li>{postVideoText.formats}</li>
				<li>{postVideoText.sizeLimit(mediaLimits.videoBytes / limits.megabyte)}</li>
				<li>{postVideoText.promotionalOnly}</li>
			</ul>
		</Card>
	);
}
