import { useState } from 'react';
import type { EnrollmentAction, EnrollmentDetail } from '../../../contract/enrollments/enrollments.ts';
import * as adminText from '../../../text/web/admin.ts';
import * as adminEnrollmentsText from '../../../text/web/admin-enrollments.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { LazyConfirmDialog } from '../../ui/lazy-confirm-dialog.ts';
import { toast } from '../../ui/toast.ts';
import { useUpdateEnrollment } from './queries.ts';

/** Buttons for the actions that the enrollment's state allows. Actions that move money or end the enrollment ask for confirmation. */
export function EnrollmentActions({ id, enrollment }: { id: string; enrollment: EnrollmentDetail }) {
	const update = useUpdateEnrollment(id);
	const [pendingAction, setPendingAction] = useState<EnrollmentAction | null>(null);
	const { actions, name, price } = enrollment;
	const runningAction = update.isPending ? update.variables.action : undefined;
	const question = pendingAction && adminEnrollmentsText.actionQuestions[pendingAction];

	function run(action: EnrollmentAction) {
		setPendingAction(null);
		update.mutate({ action }, { onSuccess: () => toast(adminEnrollmentsText.actionsDone[action]) });
	}

	return (
		<div className="flex flex-col gap-3">
			{actions.length > 0 && (
				<fieldset aria-label={adminText.whatToDo} className="flex flex-wrap gap-2">
					{actions.map((action, index) => (
						<Button
							key={action}
							variant={getVariant(action, index)}
							loading={runningAction === action}
							disabled={update.isPending}
							className={isDangerous(action) ? 'text-danger! enabled:hover:bg-danger-soft!' : undefined}
							onClick={() => (adminEnrollmentsText.actionQuestions[action] ? setPendingAction(action) : run(action))}
						>
							{adminEnrollmentsText.actions[action]}
						</Button>
					))}
				</fieldset>
			)}
			<FormError>{update.isError && getErrorMessage(update.error)}</FormError>
			{pendingAction && question && (
				<LazyConfirmDialog
					title={question.title}
					description={
						<>
							{question.description}
							<strong className="mt-2 block text-ink">
								{name}, {price}
							</strong>
						</>
					}
					action={adminEnrollmentsText.actions[pendingAction]}
					dismissal={adminEnrollmentsText.dismiss}
					danger={isDangerous(pendingAction)}
					onConfirm={() => run(pendingAction)}
					onClose={() => setPendingAction(null)}
				/>
			)}
		</div>
	);
}

/** Returns the look of an action's button. The first action is the next step towards the course, so its button is primary. */
function getVariant(action: EnrollmentAction, index: number): ButtonVariant {
	if (isDangerous(action)) return 'plain';
	return index === 0 ? 'primary' : 'quiet';
}

function isDangerous(action: EnrollmentAction): boolean {
	return action === 'cancel' || action === 'refund';
}
