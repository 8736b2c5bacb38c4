import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { OwnAd } from '../../contract/ads.ts';
import { categories } from '../../contract/categories.ts';
import { ApiError, type Client, NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import * as commonText from '../../contract/text/common.ts';
import * as errorsText from '../../contract/text/errors.ts';
import * as ownAdsText from '../../contract/text/own-ads.ts';
import { useApi } from '../platform/api.ts';
import { noticeOf, reasonOf } from '../platform/reason.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FormError } from '../ui/form-error.tsx';
import { LeavingButton, LeavingQuestion, useLeaving } from '../ui/leaving.tsx';
import { Select } from '../ui/select.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { type AdFields, emptyAd, type PictureAdForm, refusedFields, resolvePictureAd, typedAd } from './ad-form.ts';
import { useUpdateAd } from './own-ads.ts';
import { SellerFields } from './seller-fields.tsx';

interface EditAdProps {
	ad: OwnAd;
	onClose: () => void;
}

/** Changes what an own ad says. Asks before something typed is thrown away. Loaded when it is asked for. */
export function EditAd({ ad, onClose }: EditAdProps) {
	const query = useQuery(adToEditQuery(useApi(), ad.id));
	const update = useUpdateAd(ad.id);
	const [refusal, setRefusal] = useState<string | null>(null);
	const form = useForm<AdFields, unknown, PictureAdForm>({
		defaultValues: emptyAd,
		...(query.data && { values: typedAd(query.data) }),
		resolver: resolvePictureAd,
	});
	const { errors, isDirty } = form.formState;
	const fields = form.watch();
	const { asking, close, stay } = useLeaving(isDirty, () => !update.isPending && onClose());

	const submit = form.handleSubmit((changed) => {
		setRefusal(null);
		stay();
		update.mutate(changed, {
			onSuccess: () => {
				toast(ownAdsText.changesSaved);
				onClose();
			},
			onError: (error) => {
				const { fields, rest } = refusedFields(error);
				for (const [name, message] of fields) form.setError(name, { message });
				const broken = error instanceof NetworkError ? errorsText.connectionLost : noticeOf(error);
				setRefusal(rest ?? (error instanceof ApiError ? null : broken));
				const [first] = fields;
				// Once the fields can be typed into again.
				if (first) requestAnimationFrame(() => form.setFocus(first[0]));
			},
		});
	});

	return (
		<Dialog open onClose={close} title={ownAdsText.editTitle}>
			{query.isPending && <FormSkeleton />}
			{query.isError && !query.data && (
				<ErrorState title={ownAdsText.adLoadFailed} retrying={query.isFetching} onRetry={() => query.refetch()}>
					{reasonOf(query.error)}
				</ErrorState>
			)}
			{query.data && (
				<form noValidate onSubmit={submit} className="flex flex-col gap-5">
					<fieldset disabled={update.isPending} className="flex min-w-0 flex-col gap-5">
						<TextField
							label={commonText.title}
							limit={limits.title.max}
							length={fields.title.length}
							error={errors.title?.message}
							{...form.register('title')}
						/>
						<Select
							label={commonText.category}
							options={categories}
							error={errors.category?.message}
							{...form.register('category')}
						/>
						<TextArea
							label={commonText.description}
							limit={limits.description.max}
							length={fields.description.length}
							error={errors.description?.message}
							{...form.register('description')}
						/>
						<SellerFields form={form} />
					</fieldset>
					<FormError>{refusal}</FormError>
					<LeavingQuestion asking={asking}>{commonText.leaveWithoutSaving}</LeavingQuestion>
					<div className="flex flex-wrap justify-end gap-2">
						<LeavingButton asking={asking} disabled={update.isPending} onClick={close} />
						<Button type="submit" loading={update.isPending}>
							{commonText.saveChanges}
						</Button>
					</div>
				</form>
			)}
		</Dialog>
	);
}

/** The whole ad as it is when its form opens. It is not asked for again below what is being typed. */
function adToEditQuery(api: Client, id: number) {
	return queryOptions({
		queryKey: ['ad-to-edit', id],
		queryFn: ({ signal }) => api.getAd({ params: { id: String(id) } }, { signal }),
		staleTime: Number.POSITIVE_INFINITY,
		gcTime: 0,
	});
}

function FormSkeleton() {
	return (
		<div role="status" className="flex flex-col gap-5">
			<span className="sr-only">{ownAdsText.loadingAd}</span>
			<Skeleton className="h-12" />
			<Skeleton className="h-12" />
			<Skeleton className="h-32" />
			<Skeleton className="h-12" />
		</div>
	);
}
