import { type ReactNode, useEffect, useState } from 'react';
import * as commonText from '../../../text/shared/common.ts';
import * as dataSaverText from '../../../text/web/data-saver.ts';
import * as videosText from '../../../text/web/videos.ts';
import { OfflineVideoSettings } from '../../offline/videos/offline-video-settings.tsx';
import { setDataSaver, systemPrefersReducedData, useDataSaver } from '../../platform/data-saver.ts';
import { type DataUsage, getDataUsage, watchDataUsage } from '../../platform/data-usage.ts';
import { formatFileSize } from '../../platform/file-size.ts';
import { getBrand, pageMeta } from '../../platform/page-meta.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { autoplayChoice, getAutoplayLabel } from '../../player/autoplay.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, {
		title: dataSaverText.title,
		description: dataSaverText.summary(getBrand(matches).name),
		path: '/data-saver',
	});
}

export default function DataSaverPage() {
	const on = useDataSaver();
	const usage = useDataUsage();
	const autoplay = useStoredValue(autoplayChoice) === true;
	return (
		<div className="mx-auto max-w-2xl">
			<h1 className="text-22 wide:text-28">{dataSaverText.title}</h1>
			<Card className="mt-4 p-4">
				<Switch
					label={dataSaverText.switchLabel}
					checked={on}
					onChange={(event) => setDataSaver(event.target.checked)}
					hint={usage && systemPrefersReducedData() ? dataSaverText.onByPhone : dataSaverText.followsPhone}
				/>
				<Switch
					label={usage ? getAutoplayLabel() : videosText.playAutomatically}
					checked={autoplay}
					onChange={(event) => autoplayChoice.set(event.target.checked)}
					hint={dataSaverText.autoplayHint}
				/>
				<ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 marker:text-quiet">
					<li>{dataSaverText.smallPictures}</li>
					<li>{dataSaverText.smallVideos}</li>
					<li>{dataSaverText.nothingAhead}</li>
					<li>{dataSaverText.noSounds}</li>
				</ul>
			</Card>
			<section aria-labelledby="cost">
				<Card className="mt-4 p-4">
					<h2 id="cost" className="text-18">
						{dataSaverText.visitTitle}
					</h2>
					<p className="mt-1 font-bold text-28 tabular-nums">{usage ? formatFileSize(usage.total) : '…'}</p>
					<dl className="mt-3 flex flex-col divide-y divide-line">
						<UsageRow name={commonText.pictures}>{usage && formatFileSize(usage.pictures)}</UsageRow>
						<UsageRow name={dataSaverText.videosAndSounds}>{usage && formatFileSize(usage.media)}</UsageRow>
						<UsageRow name={dataSaverText.appItself}>{usage && formatFileSize(usage.code)}</UsageRow>
						<UsageRow name={dataSaverText.pagesAndResponses}>
							{usage && formatFileSize(usage.total - usage.pictures - usage.media - usage.code)}
						</UsageRow>
					</dl>
					<p className="mt-3 text-14 text-quiet">
						{dataSaverText.visitHint}
						{usage && usage.unmeasured > 0 && ` ${dataSaverText.unseenFiles(usage.unmeasured)}`}
					</p>
				</Card>
			</section>
			<OfflineVideoSettings />
		</div>
	);
}

function UsageRow({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="flex min-h-11 items-center justify-between gap-4">
			<dt>{name}</dt>
			<dd className="font-semibold tabular-nums">{children ?? '…'}</dd>
		</div>
	);
}

/** Returns the data used by this visit, updated live; null on the server and during hydration. */
function useDataUsage(): DataUsage | null {
	const [usage, setUsage] = useState<DataUsage | null>(null);
	useEffect(() => {
		setUsage(getDataUsage());
		return watchDataUsage(() => setUsage(getDataUsage()));
	}, []);
	return usage;
}
