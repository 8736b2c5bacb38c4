import { useEffect, useState } from 'react';
import type { Session } from '../../../contract/accounts/accounts.ts';
import type { Ad } from '../../../contract/ads/ads.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as mediaText from '../../../text/web/media.ts';
import * as postAdText from '../../../text/web/post-ad.ts';
import { useSession } from '../../accounts/session.ts';
import { PictureAdFields } from '../../ads/ad-fields.tsx';
import {
	type AdFields,
	emptyAd,
	getAdErrorMessage,
	getNewAdFields,
	pictureAdSchema,
	toAdFieldName,
} from '../../ads/ad-form.ts';
import { readDraft, writeDraft } from '../../ads/draft.ts';
import { getAdDraftKey } from '../../ads/draft-key.ts';
import { PostedCard } from '../../ads/own/posted-card.tsx';
import { playSound } from '../../appearance/sounds.ts';
import { ApiForm, useApiForm } from '../../data/api-form.tsx';
import { CardPreview } from '../../feed/cards/card-preview.tsx';
import { useObjectUrl } from '../../media/object-url.ts';
import { PicturePicker } from '../../media/picture-picker.tsx';
import type { ChosenPicture } from '../../media/pictures.ts';
import { usePictures } from '../../media/use-pictures.ts';
import { removeFromIndexedDb } from '../../platform/indexed-db.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { ProgressWithPercent } from '../../ui/progress.tsx';
import { useLeaveWarning } from '../../ui/use-leave-warning.tsx';
import { useCreateAd } from './use-create-ad.ts';

export const meta = hiddenPageMeta(postAdText.pageTitle);

export default function PostAdPage() {
	const session = useSession();
	const [posted, setPosted] = useState<Ad | null>(null);
	if (!session) return null;
	if (posted) return <PostedCard ad={posted} onPostAnother={() => setPosted(null)} />;
	return <AdComposer key={session.id} session={session} onPosted={setPosted} />;
}

interface AdComposerProps {
	session: Session;
	onPosted: (ad: Ad) => void;
}

function AdComposer({ session, onPosted }: AdComposerProps) {
	const key = getAdDraftKey('image', session.id);
	const { pictures, add, dispatch } = usePictures(key);
	const { posting, post, cancel } = useCreateAd(dispatch);
	const [hasSubmitted, setSubmitted] = useState(false);
	const form = useApiForm({
		schema: pictureAdSchema,
		toField: toAdFieldName,
		defaultValues: readDraft(key, getNewAdFields(session)),
		send: async (ad) => {
			setSubmitted(true);
			if (pictures.length > 0) await post(ad, pictures);
			else document.getElementById('pictures')?.scrollIntoView({ block: 'center' });
		},
		onInvalid: () => setSubmitted(true),
		toMessage: getAdErrorMessage,
	});
	const { watch } = form;
	const fields = watch();
	const locked = posting.step !== 'idle';
	const preparing = pictures.some(({ small }) => !small);
	const leaveWarning = useLeaveWarning(
		posting.step === 'sending' || posting.step === 'saving',
		postAdText.leaveWarning,
	);

	useEffect(() => {
		const { unsubscribe } = watch((typed) => writeDraft(key, { ...emptyAd, ...typed }));
		return unsubscribe;
	}, [watch, key]);

	useEffect(() => {
		if (posting.step !== 'posted') return;
		writeDraft(key, null);
		void removeFromIndexedDb(key);
		playSound('done');
		onPosted(posting.ad);
	}, [posting, key, onPosted]);

	const noPictures = hasSubmitted && pictures.length === 0;
	const buttons = (
		<div className="flex flex-col gap-4">
			{posting.step === 'sending' && (
				<ProgressWithPercent label={mediaText.sendingPictures} percent={posting.percent} />
			)}
			<div className="flex flex-wrap gap-2">
				<Button {...form.button} size="large" loading={locked} disabled={preparing} className="flex-1">
					{getSubmitLabel(posting.step, preparing)}
				</Button>
				{posting.step === 'sending' && (
					<Button variant="quiet" size="large" onClick={cancel}>
						{commonText.cancel}
					</Button>
				)}
			</div>
			<p className="text-14 text-quiet">{postAdText.draftHint}</p>
		</div>
	);

	return (
		<div className="mx-auto grid max-w-5xl gap-6 wide:grid-cols-[minmax(0,1fr)_17rem] wide:gap-10">
			<div className="wide:col-span-2">
				<h1 className="text-28">{postAdText.heading}</h1>
				<p className="mt-1 text-quiet">{postAdText.lead}</p>
			</div>
			<ApiForm form={form} submit={buttons} className="min-w-0 gap-6">
				<PicturePicker
					pictures={pictures}
					locked={locked}
					error={noPictures && validationText.pictureMissing}
					onAdd={add}
					dispatch={dispatch}
				/>
				<PictureAdFields form={form} locked={locked} account={session} isNewAd />
			</ApiForm>
			<Preview session={session} fields={fields} pictures={pictures} />
			{leaveWarning}
		</div>
	);
}

function getSubmitLabel(step: 'idle' | 'sending' | 'saving' | 'posted', preparing: boolean): string {
	if (step === 'sending') return postAdText.sending;
	if (step !== 'idle') return commonText.posting;
	return preparing ? mediaText.preparingPictures : postAdText.submit;
}

interface PreviewProps {
	session: Session;
	fields: AdFields;
	pictures: readonly ChosenPicture[];
}

function Preview({ session, fields, pictures }: PreviewProps) {
	const [first] = pictures;
	const url = useObjectUrl(first ? (first.small ?? first.original) : null);
	return (
		<CardPreview
			session={session}
			fields={fields}
			media={{
				format: 'image',
				cover: url === null ? null : { url, width: 4, height: 5, placeholder: null, sizes: [] },
				pictures: pictures.length,
				video: null,
			}}
		/>
	);
}
