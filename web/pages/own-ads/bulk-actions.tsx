import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnAd } from '../../../contract/ads.ts';
import type { Client } from '../../../contract/client.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as ownAdsText from '../../../contract/text/own-ads.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorNotice } from '../../platform/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';

interface BulkActionsProps {
	selected: readonly OwnAd[];
	/** Called after an action. `left` are the ads that the server did not change. */
	onDone: (left: readonly OwnAd[]) => void;
	onCancel: () => void;
}

type BulkAction = 'sell' | 'renew' | 'delete';

const calls: Record<BulkAction, (api: Client, id: string) => Promise<unknown>> = {
	sell: (api, id) => api.markAdSold({ params: { id }, body: { sold: true } }),
	renew: (api, id) => api.renewAd({ params: { id } }),
	delete: (api, id) => api.deleteAd({ params: { id } }),
};

/** Bar with actions for several own ads. It sends one request after another, and says how many ads the server did not change. */
export function BulkActions({ selected, onDone, onCancel }: BulkActionsProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const [doneCount, setDoneCount] = useState(0);
	const [isDeleting, setDeleting] = useState(false);
	const running = useMutation({
		mutationFn: async (action: BulkAction) => {
			setDoneCount(0);
			const left: OwnAd[] = [];
			let lastError: unknown;
			for (const ad of selected) {
				await calls[action](api, String(ad.id)).catch((error: unknown) => {
					left.push(ad);
					lastError = error;
				});
				setDoneCount((count) => count + 1);
			}
			return { count: selected.length, left, lastError };
		},
		onSuccess: ({ count, left, lastError }) => {
			if (left.length === 0) toast(ownAdsText.bulkDone(count));
			else toast(`${ownAdsText.bulkFailed(left.length, count)} ${getErrorNotice(lastError)}`, 'error');
			onDone(left);
			return queryClient.invalidateQueries();
		},
	});
	const isEmpty = selected.length === 0 || running.isPending;
	return (
		<section
			aria-label={ownAdsText.bulkActions}
			className="sticky top-16 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-card bg-card p-3 shadow-soft"
		>
			<p role="status" className="min-w-24 flex-1 font-semibold">
				{running.isPending
					? ownAdsText.bulkProgress(doneCount, selected.length)
					: ownAdsText.selectedCount(selected.length)}
			</p>
			<Button variant="quiet" disabled={isEmpty} onClick={() => running.mutate('sell')}>
				{ownAdsText.markAsSold}
			</Button>
			<Button variant="quiet" disabled={isEmpty} onClick={() => running.mutate('renew')}>
				{ownAdsText.renew}
			</Button>
			<Button variant="quiet" disabled={isEmpty} onClick={() => setDeleting(true)}>
				{commonText.deleteIt}
			</Button>
			<Button variant="plain" disabled={running.isPending} onClick={onCancel}>
				{commonText.cancel}
			</Button>
			{isDeleting && (
				<LazyConfirmDialog
					title={ownAdsText.deleteManyTitle(selected.length)}
					description={ownAdsText.deleteManyWarning}
					action={commonText.deleteIt}
					danger
					onConfirm={() => {
						setDeleting(false);
						running.mutate('delete');
					}}
					onClose={() => setDeleting(false)}
				/>
			)}
		</section>
	);
}
