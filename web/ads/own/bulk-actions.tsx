import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { OwnAd } from '../../../contract/ads/ads.ts';
import type { Client } from '../../../contract/core/client.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as ownAdsText from '../../../text/web/own-ads.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorNotice } from '../../platform/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.ts';
import { toast } from '../../ui/toast.ts';

interface BulkActionsProps {
	selected: readonly OwnAd[];
	/** Called after an action. `left` are the ads that the server did not change. */
	onDone: (left: readonly OwnAd[]) => void;
	onCancel: () => void;
}

type BulkAction = 'sell' | 'renew' | 'delete';

interface Run {
	action: BulkAction;
	/** The ads that were selected when the run started. */
	ads: readonly OwnAd[];
}

const mutationKey = ['ads', 'bulk'];

/** Returns whether an action for several ads runs. The selection must not change meanwhile. */
export function useIsBulkRunning(): boolean {
	return useIsMutating({ mutationKey }) > 0;
}

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
		mutationKey,
		mutationFn: async ({ action, ads }: Run) => {
			setDoneCount(0);
			const left: OwnAd[] = [];
			let lastError: unknown;
			for (const ad of ads) {
				await calls[action](api, String(ad.id)).catch((error: unknown) => {
					left.push(ad);
					lastError = error;
				});
				setDoneCount((count) => count + 1);
			}
			return { left, lastError };
		},
		onSuccess: ({ left, lastError }, { action, ads }) => {
			if (left.length === 0) toast(ownAdsText.bulkDone[action](ads.length));
			else toast(`${ownAdsText.bulkFailed[action](left.length, ads.length)} ${getErrorNotice(lastError)}`, 'error');
			onDone(left);
			return queryClient.invalidateQueries();
		},
	});
	// The bar takes the focus, because the button that opens it unmounts.
	const bar = useRef<HTMLElement>(null);
	useEffect(() => bar.current?.focus({ preventScroll: true }), []);

	/** Props of the button of an action. While its action runs, it keeps the focus. */
	const getButtonProps = (action: BulkAction) => {
		const loading = running.isPending && running.variables.action === action;
		return { variant: 'quiet', loading, disabled: !loading && (running.isPending || selected.length === 0) } as const;
	};
	return (
		<section
			ref={bar}
			tabIndex={-1}
			aria-label={ownAdsText.bulkActions}
			className="sticky top-16 z-10 mb-3 flex flex-wrap items-center gap-2 rounded-card bg-card p-3 shadow-soft outline-none"
		>
			<p role="status" className="min-w-24 flex-1 font-semibold">
				{running.isPending
					? ownAdsText.bulkProgress(doneCount, running.variables.ads.length)
					: ownAdsText.selectedCount(selected.length)}
			</p>
			<Button {...getButtonProps('sell')} onClick={() => running.mutate({ action: 'sell', ads: selected })}>
				{ownAdsText.markAsSold}
			</Button>
			<Button {...getButtonProps('renew')} onClick={() => running.mutate({ action: 'renew', ads: selected })}>
				{ownAdsText.renew}
			</Button>
			<Button {...getButtonProps('delete')} onClick={() => setDeleting(true)}>
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
						running.mutate({ action: 'delete', ads: selected });
					}}
					onClose={() => setDeleting(false)}
				/>
			)}
		</section>
	);
}
