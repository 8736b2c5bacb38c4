import { useState } from 'react';
import * as adminText from '../../../../contract/text/admin.ts';
import * as adminAuditText from '../../../../contract/text/admin-audit.ts';
import { useTakeBack } from '../../../moderation/decide.ts';
import { reasonOf } from '../../../platform/reason.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { ReasonForm } from '../reason-form.tsx';

interface TakeBackProps {
	/** Id of a decision. */
	id: number;
	onClose: () => void;
}

/** Takes back a decision that was left to stand after an appeal. */
export function TakeBack({ id, onClose }: TakeBackProps) {
	const [reason, setReason] = useState('');
	const taking = useTakeBack(id);
	return (
		<Dialog
			open
			onClose={onClose}
			title={adminAuditText.takeBackQuestion}
			description={adminAuditText.takeBackConsequence}
		>
			<ReasonForm
				action={adminText.takeItBack}
				hint={adminText.readByOwner}
				busy={taking.isPending}
				problem={taking.isError ? reasonOf(taking.error) : null}
				reason={reason}
				onReason={setReason}
				onSubmit={() =>
					taking.mutate(reason.trim(), {
						onSuccess: () => {
							toast(adminText.takenBack);
							onClose();
						},
					})
				}
				onCancel={onClose}
			/>
		</Dialog>
	);
}
