import { useState } from 'react';
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
			title="Take the decision back?"
			description="What was hidden is shown again, and who was suspended may log in."
		>
			<ReasonForm
				action="Take it back"
				hint="The owner reads this."
				busy={taking.isPending}
				problem={taking.isError ? reasonOf(taking.error) : null}
				reason={reason}
				onReason={setReason}
				onSubmit={() =>
					taking.mutate(reason.trim(), {
						onSuccess: () => {
							toast('The decision is taken back');
							onClose();
						},
					})
				}
				onCancel={onClose}
			/>
		</Dialog>
	);
}
