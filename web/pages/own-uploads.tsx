import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { AdFormat, OwnAd } from '../../contract/ads.ts';
import * as commonText from '../../contract/text/common.ts';
import * as controlsText from '../../contract/text/controls.ts';
import * as ownAdsText from '../../contract/text/own-ads.ts';
import { useSession } from '../accounts/session.ts';
import { OwnAdList, OwnAdListSkeleton } from '../ads/own-ad-list.tsx';
import { ownAdsQuery, useDeleteAd, useMarkSold, useRetryAd } from '../ads/own-ads.ts';
import { InfiniteList } from '../data/infinite-list.tsx';
import { useApi } from '../platform/api.ts';
import { getErrorNotice } from '../platform/error-message.ts';
import { LazyConfirmDialog } from '../ui/lazy-confirm-dialog.tsx';
import { toast } from '../ui/toast.ts';

const ItemStats = lazy(async () => ({ default: (await import('./dashboard/item-stats.tsx')).ItemStats }));
const EditAd = lazy(async () => ({ default: (await import('../ads/edit-ad.tsx')).EditAd }));

interface OwnUploadsProps {
	title: string;
	lead?: ReactNode;
	/** Format of the listed ads. Defaults to all formats. */
	format?: AdFormat;
	empty: ReactNode;
	action: ReactNode;
}

export function OwnUploads({ title, lead, format, empty, action }: OwnUploadsProps) {
	const api = useApi();
	const session = useSession();
	const query = useInfiniteQuery(ownAdsQuery(api, session?.id ?? 0, format));
	const ads = query.data;
	const [deleting, setDeleting] = useState<OwnAd | null>(null);
	const [statsAd, setStatsAd] = useState<OwnAd | null>(null);
	const [editing, setEditing] = useState<OwnAd | null>(null);
	const marking = useMarkSold();
	const retrying = useRetryAd();
	const deletion = useDeleteAd({ onFailed: (error) => toast(getErrorNotice(error), 'error') });

	function confirm() {
		if (!deleting) return;
		deletion.mutate(deleting.id, { onSuccess: () => toast(commonText.deleted) });
		setDeleting(null);
	}

	return (
		<>
			<div className="mb-5 flex flex-wrap items-center justify-between gap-3">
				<h1 className="text-28">{title}</h1>
				{ads && ads.length > 0 && action}
			</div>
			{lead}
			<InfiniteList
				query={query}
				items={ads}
				loading={ownAdsText.loading}
				skeleton={<OwnAdListSkeleton />}
				failure={ownAdsText.loadFailed}
				empty={empty}
				more={controlsText.loadMore}
			>
				{(ads) => (
					<OwnAdList
						ads={ads}
						onEdit={setEditing}
						onMarkSold={(ad, sold) => marking.mutate({ ad, sold })}
						onRetry={(ad) => retrying.mutate({ ad })}
						onStats={setStatsAd}
						onDelete={setDeleting}
					/>
				)}
			</InfiniteList>
			{statsAd && (
				<Suspense>
					<ItemStats target="ads" id={statsAd.id} title={statsAd.title} onClose={() => setStatsAd(null)} />
				</Suspense>
			)}
			{editing && (
				<Suspense>
					<EditAd ad={editing} onClose={() => setEditing(null)} />
				</Suspense>
			)}
			{deleting && (
				<LazyConfirmDialog
					title={ownAdsText.deleteTitle}
					description={ownAdsText.deleteWarning(deleting.title)}
					action={commonText.deleteIt}
					danger
					onConfirm={confirm}
					onClose={() => setDeleting(null)}
				/>
			)}
		</>
	);
}
