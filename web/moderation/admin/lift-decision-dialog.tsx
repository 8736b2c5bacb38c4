import { useState } from 'react';
import * as adminText from '../../../text/web/admin.ts';
import * as adminAuditText from '../../../text/web/admin-audit.ts';
import { ReasonForm } from '../../data/reason-form.tsx';
import { getErrorMessage } from '../../platform/error-message.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { useLiftDecision } from '../decide.ts';

interface LiftDecisionDialogProps {
	id: number;
	onClose: () => void;
}

/** Dialog that lifts a moderation decision that was upheld on appeal. */
export function LiftDecisionDialog({ id, onClose }: LiftDecisionDialogProps) {
	const [reason, setReason] = useState('');
	const lifting = useLiftDecision(id);
	return (
		<Dialog open onClose={onClose} title={adminAuditText.undoQuestion} description={adminAuditText.undoConsequence}>
			<ReasonForm
				action={adminText.undoDecision}
				hint={adminText.readByOwner}
				busy={lifting.isPending}
				problem={lifting.isError ? getErrorMessage(lifting.error) : null}
				reason={reason}
				onReason={setReason}
				onSubmit={() =>
					lifting.mutate(reason.trim(), {
						onSuccess: () => {
							toast(adminText.decisionUndone);
							onClose();
						},
					})
				}
				onCancel={onClose}
			/>
		</Dialog>
	);
}
