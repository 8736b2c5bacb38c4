import { Clapperboard, Images, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import * as limits from '../../../contract/core/limits.ts';
import * as mediaLimits from '../../../contract/media/limits.ts';
import * as chooseFormatText from '../../../text/web/choose-format.ts';
import * as importText from '../../../text/web/import.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { composerPaths } from '../../posts/paths.ts';
import { postKindInfo } from '../../posts/post-kind-info.ts';
import { ButtonLink } from '../../ui/button.tsx';

export const meta = hiddenPageMeta(chooseFormatText.pageTitle);

export default function ChooseFormatPage() {
	return (
		<div className="mx-auto max-w-3xl">
			<h1 className="text-28">{chooseFormatText.title}</h1>
			<p className="mt-1 mb-6 text-quiet">{chooseFormatText.lead}</p>
			<div className="grid gap-4 md:grid-cols-2">
				<FormatCard to="/dashboard/postAd" title={chooseFormatText.images} Icon={Images}>
					{chooseFormatText.imagesHint(limits.adPictures.max)}
				</FormatCard>
				<FormatCard to="/dashboard/postvideo" title={chooseFormatText.videos} Icon={Clapperboard}>
					{chooseFormatText.videosHint(mediaLimits.videoBytes / limits.megabyte)}
				</FormatCard>
			</div>
			<p className="mt-4 text-quiet">
				{importText.linkHint}{' '}
				<Link to="/dashboard/import" className="inline-flex min-h-11 items-center font-semibold text-leaf underline">
					{importText.title}
				</Link>
			</p>
			<h2 className="mt-8 mb-3 text-18">{chooseFormatText.words}</h2>
			<ul className="flex flex-wrap gap-2">
				{postKinds.map((kind) => {
					const { Icon, name } = postKindInfo[kind];
					return (
						<li key={kind}>
							<ButtonLink to={composerPaths[kind]} variant="quiet">
								<Icon aria-hidden className="size-5" />
								{name}
							</ButtonLink>
						</li>
					);
				})}
			</ul>
		</div>
	);
}

const postKinds = ['tweet', 'talk', 'picture'] as const;

interface FormatCardProps {
	to: string;
	title: string;
	Icon: LucideIcon;
	children: string;
}

function FormatCard({ to, title, Icon, children }: FormatCardProps) {
	return (
		<Link
			to={to}
			className="group flex flex-wrap gap-4 rounded-card bg-card p-5 shadow-soft transition-colors hover:bg-leaf-soft md:flex-col md:p-7"
		>
			<span
				aria-hidden
				className="flex size-14 shrink-0 items-center justify-center rounded-control bg-leaf-soft text-leaf group-hover:bg-card"
			>
				<Icon className="size-7" />
			</span>
			<span className="min-w-0 flex-1 basis-40 md:basis-auto">
				<span className="block font-bold text-18">{title}</span>
				<span className="mt-1 block text-quiet">{children}</span>
			</span>
		</Link>
	);
}
