import { Clapperboard, Image, Images, type LucideIcon, MessageSquareText, MessagesSquare, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import * as limits from '../../../contract/core/limits.ts';
import type { PostKind } from '../../../contract/posts/posts.ts';
import * as shareTargetText from '../../../text/web/share-target.ts';
import { RequireSession } from '../../accounts/require-session.tsx';
import { getSession, useSession } from '../../accounts/session.ts';
import { emptyAd, getNewAdFields } from '../../ads/ad-form.ts';
import * as adDraft from '../../ads/draft.ts';
import { getAdDraftKey } from '../../ads/draft-key.ts';
import { addDraftPictures } from '../../media/add-draft-pictures.ts';
import { maxPictures } from '../../media/pictures.ts';
import { appendSharedText, groupSharedFiles } from '../../offline/group-shared-files.ts';
import { clearSharedContent, readSharedContent, type SharedContent } from '../../offline/worker/shared-content.ts';
import { useBrand } from '../../platform/brand.ts';
import { formatFileSize } from '../../platform/file-size.ts';
import { getBrand, pageMeta } from '../../platform/page-meta.ts';
import * as postDraft from '../../posts/draft.ts';
import { getPostDraftKey } from '../../posts/draft-key.ts';
import { composerPaths } from '../../posts/paths.ts';
import { postKindInfo } from '../../posts/post-kind-info.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/page.ts';

/** Redirects visitors to the login. The shared content stays stored until they return. */
export { requireSession as clientLoader } from '../../accounts/require-session.tsx';

export function HydrateFallback() {
	return <Spinner fullPage />;
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: shareTargetText.pageTitle(getBrand(matches).name), hidden: true });
}

export default function ShareTargetPage() {
	return (
		<RequireSession>
			<div className="mx-auto max-w-2xl">
				<Chooser />
			</div>
		</RequireSession>
	);
}

/** Asks what to post the shared content as. A single video needs no choice. */
function Chooser() {
	const { name } = useBrand();
	const account = useSession()?.id ?? 0;
	const navigate = useNavigate();
	const [shared, setShared] = useState<SharedContent | null | undefined>(undefined);
	const [isFilling, setFilling] = useState(false);
	const { pictures, video, rejections } = groupSharedFiles(shared?.files ?? []);
	const onlyVideo = video !== null && pictures.length === 0 && rejections.length === 0;

	useEffect(() => {
		let isCancelled = false;
		void readSharedContent(Date.now()).then((content) => {
			if (!isCancelled) setShared(content);
		});
		return () => {
			isCancelled = true;
		};
	}, []);

	useEffect(() => {
		if (!shared || !onlyVideo) return;
		navigate(fillVideoDraft(account, shared), { replace: true, state: { shared: true } });
	}, [shared, onlyVideo, account, navigate]);

	if (shared === undefined || onlyVideo) return <Spinner label={shareTargetText.loading} />;
	const text = shared && [shared.title, shared.text].filter(Boolean).join('\n');
	if (!shared || (pictures.length === 0 && !video && !text)) {
		return (
			<EmptyState
				icon={Share2}
				as="h1"
				title={rejections[0] ?? shareTargetText.emptyTitle}
				action={<ButtonLink to="/dashboard/market">{shareTargetText.chooseHere}</ButtonLink>}
				hint={shareTargetText.emptyHint(name)}
			/>
		);
	}

	async function fill(into: () => Promise<string>) {
		setFilling(true);
		const path = await into();
		await clearSharedContent();
		navigate(path, { replace: true });
	}

	const hasPictures = pictures.length > 0;
	return (
		<>
			<h1 className="text-28">{shareTargetText.heading}</h1>
			<p className="mt-1 mb-4 text-quiet">{shareTargetText.hint}</p>
			<Card className="mb-4 flex flex-col gap-1 p-4 text-14">
				{text && <p className="line-clamp-4 whitespace-pre-line break-words">{text}</p>}
				{[...pictures, ...(video ? [video] : [])].map((file) => (
					<p key={file.name} className="truncate text-quiet">
						{file.name}, {formatFileSize(file.size)}
					</p>
				))}
			</Card>
			<FormError>{rejections.length > 0 && rejections.join('. ')}</FormError>
			<div className="mt-4 grid gap-3 md:grid-cols-2">
				{hasPictures && (
					<TargetButton
						name={shareTargetText.pictureAd}
						Icon={Images}
						disabled={isFilling}
						onChoose={() => fill(() => fillAdDraft(account, shared, pictures))}
					/>
				)}
				{video && (
					<TargetButton
						name={shareTargetText.videoAd}
						Icon={Clapperboard}
						disabled={isFilling}
						onChoose={() => navigate(fillVideoDraft(account, shared), { replace: true, state: { shared: true } })}
					/>
				)}
				<TargetButton
					name={shareTargetText.tweet}
					Icon={MessageSquareText}
					disabled={isFilling}
					onChoose={() => fill(() => fillPostDraft('tweet', account, shared, pictures))}
				/>
				<TargetButton
					name={shareTargetText.talk}
					Icon={MessagesSquare}
					disabled={isFilling}
					onChoose={() => fill(() => fillPostDraft('talk', account, shared, pictures))}
				/>
				{hasPictures && (
					<TargetButton
						name={shareTargetText.picture}
						Icon={Image}
						disabled={isFilling}
						onChoose={() => fill(() => fillPostDraft('picture', account, shared, pictures))}
					/>
				)}
			</div>
		</>
	);
}

interface TargetButtonProps {
	name: string;
	Icon: LucideIcon;
	disabled: boolean;
	onChoose: () => void;
}

function TargetButton({ name, Icon, disabled, onChoose }: TargetButtonProps) {
	return (
		<button
			type="button"
			disabled={disabled}
			onClick={onChoose}
			className="flex min-h-16 items-center gap-4 rounded-card bg-card px-4 text-left font-semibold shadow-soft transition-colors hover:bg-leaf-soft disabled:opacity-60"
		>
			<Icon aria-hidden className="size-6 text-leaf" />
			{name}
		</button>
	);
}

type SharedText = Pick<SharedContent, 'title' | 'text'>;

/** Adds shared content to the draft of a picture ad. Returns the path of the page that resumes the draft. */
async function fillAdDraft(account: number, words: SharedText, pictures: readonly File[]): Promise<string> {
	const key = getAdDraftKey('image', account);
	fillAdFields(key, words);
	await addDraftPictures(key, pictures, maxPictures);
	return '/dashboard/postAd';
}

/** Adds shared text to the draft of a video ad. Returns the path of the upload page, which reads the shared video itself. */
function fillVideoDraft(account: number, words: SharedText): string {
	fillAdFields(getAdDraftKey('video', account), words);
	return '/dashboard/postvideo';
}

async function fillPostDraft(
	kind: PostKind,
	account: number,
	{ title, text }: SharedText,
	pictures: readonly File[],
): Promise<string> {
	const key = getPostDraftKey(kind, account);
	const typed = postDraft.readDraft(key);
	postDraft.writeDraft(key, { ...typed, text: appendSharedText(typed.text, title, text) });
	await addDraftPictures(key, pictures, postKindInfo[kind].pictures);
	return composerPaths[kind];
}

function fillAdFields(key: string, { title, text }: SharedText) {
	const session = getSession();
	const typed = adDraft.readDraft(key, session ? getNewAdFields(session) : emptyAd);
	adDraft.writeDraft(key, {
		...typed,
		title: typed.title || title.slice(0, limits.title.max).toWellFormed(),
		description: appendSharedText(typed.description, text),
	});
}
