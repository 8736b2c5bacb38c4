import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserRow } from '../../../../contract/operations.ts';
import { userListsKey } from '../../../operations/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { randomKey } from '../../../platform/random-key.ts';
import { reasonOf } from '../../../platform/reason.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { ReasonForm } from '../reason-form.tsx';
import { Duration, type DurationName, daysOf, defaultDuration } from '../reports/duration.tsx';

interface ShuttingOutProps {
	account: UserRow;
	onClose: () => void;
}

/** Suspends an account, or takes its suspension back; the reason is read by its owner. */
export function ShuttingOut({ account: { id, user_name, suspension }, onClose }: ShuttingOutProps) {
	const api = useApi();
	const queries = useQueryClient();
	const [reason, setReason] = useState('');
	const [duration, setDuration] = useState<DurationName>(defaultDuration);
	// A repeat after a lost answer is the same act.
	const [idempotencyKey] = useState(randomKey);
	const act = useMutation({
		mutationFn: () =>
			suspension
				? api.liftDecision({ params: { id: String(suspension.decision_id) }, body: { reason } }, { idempotencyKey })
				: api.suspendUser({ params: { id: String(id) }, body: { reason, days: daysOf(duration) } }, { idempotencyKey }),
		onSuccess: () => {
			toast(suspension ? `@${user_name} may log in again` : `@${user_name} is suspended`);
			void queries.invalidateQueries({ queryKey: userListsKey });
			onClose();
		},
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={suspension ? `Let @${user_name} in again?` : `Suspend @${user_name}?`}
			description={
				suspension
					? 'Everything of theirs is shown again, as far as it is not hidden for itself.'
					: 'Nothing of theirs can be seen meanwhile, and every session ends at once.'
			}
		>
			<ReasonForm
				action={suspension ? 'Let in again' : 'Suspend the account'}
				danger={!suspension}
				hint="The owner reads this."
				busy={act.isPending}
				problem={act.isError ? reasonOf(act.error) : null}
				reason={reason}
				onReason={setReason}
				onSubmit={() => act.mutate()}
				onCancel={onClose}
			>
				{!suspension && <Duration value={duration} onChange={setDuration} />}
			</ReasonForm>
		</Dialog>
	);
}
