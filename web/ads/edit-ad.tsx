import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Session } from '../../contract/accounts/accounts.ts';
import type { Ad, OwnAd } from '../../contract/ads/ads.ts';
import type { Client } from '../../contract/core/client.ts';
import * as commonText from '../../text/shared/common.ts';
import * as ownAdsText from '../../text/web/own-ads.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { CancelButton, UnsavedChangesQuestion, useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { PictureAdFields } from './ad-fields.tsx';
import {
	type AdFields,
	type EditedVideoAdBody,
	editedVideoAdSchema,
	emptyAd,
	getAdErrorMessage,
	type PictureAdBody,
	pictureAdSchema,
	toAdFieldName,
	toAdFields,
} from './ad-form.ts';
import { CaptionsField } from './captions-field.tsx';
import { loadCaptions } from './captions-file.ts';
import { useUpdateAd } from './own/own-ads.ts';
import { ProductsField } from './products-field.tsx';
import type { AccountNumbers } from './seller-fields.tsx';

interface EditAdProps {
	ad: Pick<OwnAd, 'id' | 'format'>;
	/** Id and numbers of the seller's account. */
	account: AccountNumbers & Pick<Session, 'id'>;
	onClose: () => void;
}

/** Dialog that edits an ad. It asks before it discards unsaved changes. */
export function EditAd({ ad, account, onClose }: EditAdProps) {
	const query = useQuery(adToEditQuery(useApi(), ad.id));
	const update = useUpdateAd(ad.id);
	const isVideo = ad.format === 'video';
	const form = useApiForm<AdFields, PictureAdBody | EditedVideoAdBody, Ad>({
		schema: isVideo ? editedVideoAdSchema : pictureAdSchema,
		toField: toAdFieldName,
		defaultValues: emptyAd,
		values: query.data,
		send: (changed) => {
			dismiss();
			return update.mutateAsync(changed);
		},
		onDone: () => {
			toast(ownAdsText.changesSaved);
			onClose();
		},
		toMessage: getAdErrorMessage,
	});
	const { isConfirming, close, dismiss } = useUnsavedChanges(
		form.formState.isDirty,
		() => !form.isSending && onClose(),
	);

	const buttons = (
		<>
			<UnsavedChangesQuestion isConfirming={isConfirming}>{commonText.leaveWithoutSaving}</UnsavedChangesQuestion>
			<div className="flex flex-wrap justify-end gap-2">
				<CancelButton isConfirming={isConfirming} disabled={form.isSending} onClick={close} />
				<Button {...form.button}>{commonText.saveChanges}</Button>
			</div>
		</>
	);
	return (
		<Dialog open onClose={close} title={ownAdsText.editTitle}>
			<QueryBoundary
				query={query}
				loading={ownAdsText.loadingAd}
				skeleton={<FormSkeleton />}
				failure={ownAdsText.adLoadFailed}
			>
				{() => (
					<ApiForm form={form} submit={buttons}>
						<PictureAdFields form={form} locked={form.isSending} account={account} />
						{isVideo && <ProductsField form={form} sellerId={account.id} videoId={ad.id} locked={form.isSending} />}
						{isVideo && (
							<fieldset disabled={form.isSending} className="min-w-0">
								<CaptionsField form={form} />
							</fieldset>
						)}
					</ApiForm>
				)}
			</QueryBoundary>
		</Dialog>
	);
}

/** Query for the fields of the edit form. It fetches once, because a refetch would overwrite what the user types. */
function adToEditQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['ad-to-edit', id],
		async queryFn({ signal }) {
			const ad = await api.getMyAd({ params: { id: String(id) } }, { signal });
			const captions = ad.captions === undefined ? '' : await loadCaptions(ad.captions, signal);
			return { ...toAdFields(ad), captions };
		},
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	});
}

function FormSkeleton() {
	return (
		<div className="flex flex-col gap-5">
			<Skeleton className="h-12" />
			<Skeleton className="h-12" />
			<Skeleton className="h-32" />
			<Skeleton className="h-12" />
		</div>
	);
}
