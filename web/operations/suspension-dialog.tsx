import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UserListItem } from '../../contract/operations/operations.ts';
import * as adminText from '../../text/web/admin.ts';
import * as adminAccountsText from '../../text/web/admin-accounts.ts';
import { ReasonForm } from '../data/reason-form.tsx';
import {
	type DurationName,
	defaultDuration,
	getSuspensionDays,
	SuspensionDuration,
} from '../moderation/admin/suspension-duration.tsx';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { generateRandomKey } from '../platform/random-key.ts';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { userListsKey } from './queries.ts';

interface SuspensionDialogProps {
	account: UserListItem;
	onClose: () => void;
}

/** Dialog that suspends an account or lifts its suspension. The account's owner can read the reason. */
export function SuspensionDialog({ account: { id, user_name, suspension }, onClose }: SuspensionDialogProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const [reason, setReason] = useState('');
	const [duration, setDuration] = useState<DurationName>(defaultDuration);
	// A retry after a lost response reuses the idempotency key.
	const [idempotencyKey] = useState(generateRandomKey);
	const mutation = useMutation({
		mutationFn: () =>
			suspension
				? api.liftDecision({ params: { id: String(suspension.decision_id) }, body: { reason } }, { idempotencyKey })
				: api.suspendUser(
						{ params: { id: String(id) }, body: { reason, days: getSuspensionDays(duration) } },
						{ idempotencyKey },
					),
		onSuccess: () => {
			toast(suspension ? adminAccountsText.restoreAccessDone(user_name) : adminAccountsText.suspendDone(user_name));
			void queryClient.invalidateQueries({ queryKey: userListsKey });
			onClose();
		},
	});
	return (
		<Dialog
			open
			onClose={onClose}
			title={suspension ? adminAccountsText.restoreAccessQuestion(user_name) : adminText.suspendQuestion(user_name)}
			description={suspension ? adminAccountsText.restoreAccessConsequence : adminAccountsText.suspendConsequence}
		>
			<ReasonForm
				action={suspension ? adminAccountsText.restoreAccess : adminText.suspendAccount}
				danger={!suspension}
				hint={adminText.readByOwner}
				busy={mutation.isPending}
				problem={mutation.isError ? getErrorMessage(mutation.error) : null}
				reason={reason}
				onReason={setReason}
				onSubmit={() => mutation.mutate()}
				onCancel={onClose}
			>
				{!suspension && <SuspensionDuration value={duration} onChange={setDuration} />}
			</ReasonForm>
		</Dialog>
	);
}
