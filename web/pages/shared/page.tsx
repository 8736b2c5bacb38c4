import { Clapperboard, Image, Images, type LucideIcon, MessageSquareText, MessagesSquare, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import * as shareTargetText from '../../../contract/text/share-target.ts';
import { RequireSession, requireSession } from '../../accounts/require-session.tsx';
import { useSession } from '../../accounts/session.ts';
import { megabytes } from '../../platform/file-size.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { forgetShared, readShared, type Shared } from '../../platform/worker/shared-things.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/page.ts';
import { sorted } from './sorted.ts';
import { takeForAd, takeForPost, takeForVideo } from './take.ts';

/** Rendered in the browser only. Whoever is not logged in comes back after that, and what was shared is still there. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
	requireSession(request);
	return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
	return <Spinner fullScreen />;
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: shareTargetText.pageTitle, hidden: true });
}

export default function SharedPage() {
	return (
		<RequireSession>
			<div className="mx-auto max-w-2xl">
				<Chooser />
			</div>
		</RequireSession>
	);
}

/** Asks what becomes of what was shared with the app. A single video goes on by itself: there is one thing it can become. */
function Chooser() {
	const account = useSession()?.id ?? 0;
	const navigate = useNavigate();
	const [shared, setShared] = useState<Shared | null | undefined>(undefined);
	const [taking, setTaking] = useState(false);
	const { pictures, video, refusals } = sorted(shared?.files ?? []);
	const onlyVideo = video !== null && pictures.length === 0 && refusals.length === 0;

	useEffect(() => {
		let left = false;
		void readShared(Date.now()).then((found) => {
			if (!left) setShared(found);
		});
		return () => {
			left = true;
		};
	}, []);

	useEffect(() => {
		if (!shared || !onlyVideo) return;
		navigate(takeForVideo(account, shared), { replace: true, state: { shared: true } });
	}, [shared, onlyVideo, account, navigate]);

	if (shared === undefined || onlyVideo) return <Spinner label={shareTargetText.loading} />;
	const words = shared && [shared.title, shared.text].filter(Boolean).join('\n');
	if (!shared || (pictures.length === 0 && !video && !words)) {
		return (
			<EmptyState
				icon={<Share2 className="size-8" />}
				as="h1"
				title={refusals[0] ?? shareTargetText.emptyTitle}
				action={<ButtonLink to="/dashboard/market">{shareTargetText.chooseHere}</ButtonLink>}
			>
				<p>{shareTargetText.emptyHint}</p>
			</EmptyState>
		);
	}

	async function take(into: () => Promise<string>) {
		setTaking(true);
		const path = await into();
		await forgetShared();
		navigate(path, { replace: true });
	}

	const some = pictures.length > 0;
	return (
		<>
			<h1 className="text-28">{shareTargetText.heading}</h1>
			<p className="mt-1 mb-4 text-quiet">{shareTargetText.hint}</p>
			<Card className="mb-4 flex flex-col gap-1 p-4 text-14">
				{words && <p className="line-clamp-4 whitespace-pre-line break-words">{words}</p>}
				{[...pictures, ...(video ? [video] : [])].map((file) => (
					<p key={file.name} className="truncate text-quiet">
						{file.name}, {megabytes(file.size)}
					</p>
				))}
			</Card>
			<FormError>{refusals.length > 0 && refusals.join('. ')}</FormError>
			<div className="mt-4 grid gap-3 md:grid-cols-2">
				{some && (
					<Choice
						name={shareTargetText.pictureAd}
						Icon={Images}
						disabled={taking}
						onChoose={() => take(() => takeForAd(account, shared, pictures))}
					/>
				)}
				{video && (
					<Choice
						name={shareTargetText.videoAd}
						Icon={Clapperboard}
						disabled={taking}
						onChoose={() => navigate(takeForVideo(account, shared), { replace: true, state: { shared: true } })}
					/>
				)}
				<Choice
					name={shareTargetText.tweet}
					Icon={MessageSquareText}
					disabled={taking}
					onChoose={() => take(() => takeForPost('tweet', account, shared, pictures))}
				/>
				<Choice
					name={shareTargetText.talk}
					Icon={MessagesSquare}
					disabled={taking}
					onChoose={() => take(() => takeForPost('talk', account, shared, pictures))}
				/>
				{some && (
					<Choice
						name={shareTargetText.picture}
						Icon={Image}
						disabled={taking}
						onChoose={() => take(() => takeForPost('picture', account, shared, pictures))}
					/>
				)}
			</div>
		</>
	);
}

interface ChoiceProps {
	name: string;
	Icon: LucideIcon;
	disabled: boolean;
	onChoose: () => void;
}

function Choice({ name, Icon, disabled, onChoose }: ChoiceProps) {
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
