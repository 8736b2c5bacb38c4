import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { figuresQuery, sampleContentQuery, userListsKey } from '../../../operations/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { reasonOf } from '../../../platform/reason.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';

const ConfirmDialog = lazy(async () => ({ default: (await import('../../../ui/confirm-dialog.tsx')).ConfirmDialog }));

/** Says how much sample content there is, and removes it. */
export function SampleContent() {
	const api = useApi();
	const queries = useQueryClient();
	const { data, isError, error } = useQuery(sampleContentQuery(api));
	const [asking, setAsking] = useState(false);
	const remove = useMutation({
		mutationFn: () => api.removeSampleContent(),
		onSuccess: ({ accounts, ads, posts }) => {
			toast(`Removed ${inWords({ accounts, ads, posts })}`);
			queries.setQueryData(sampleContentQuery(api).queryKey, { accounts: 0, ads: 0, posts: 0 });
			void queries.invalidateQueries({ queryKey: userListsKey });
			void queries.invalidateQueries(figuresQuery(api));
		},
	});
	const there = data !== undefined && data.accounts > 0;
	return (
		<Card className="p-4">
			<section aria-labelledby="sample-content">
				<h2 id="sample-content" className="text-18">
					Sample content
				</h2>
				{!data && !isError && <Skeleton className="mt-2 h-16" />}
				{isError && <FormError>{reasonOf(error)}</FormError>}
				{data && (
					<p className="mt-1 text-14 text-quiet">
						{there
							? `The market came with ${inWords(data)}. When your own sellers are here, remove them all at once.`
							: 'There is none.'}
					</p>
				)}
				<FormError>{remove.isError && reasonOf(remove.error)}</FormError>
				{there && (
					<Button look="danger" loading={remove.isPending} onClick={() => setAsking(true)} className="mt-3">
						Remove the sample content
					</Button>
				)}
			</section>
			{asking && data && (
				<Suspense>
					<ConfirmDialog
						open
						danger
						title="Remove all sample content?"
						description={`${inWords(data)} go for good, with every picture, video, comment and like of theirs.`}
						action="Remove it"
						onConfirm={() => {
							setAsking(false);
							remove.mutate();
						}}
						onClose={() => setAsking(false)}
					/>
				</Suspense>
			)}
		</Card>
	);
}

function inWords({ accounts, ads, posts }: { accounts: number; ads: number; posts: number }): string {
	return `${several(accounts, 'account')}, ${several(ads, 'ad')} and ${several(posts, 'post')}`;
}

function several(count: number, what: string): string {
	return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}
