import * as commonText from '../../text/shared/common.ts';
import * as reviewsText from '../../text/web/reviews.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { LazyConfirmDialog } from '../ui/lazy-confirm-dialog.ts';
import { toast } from '../ui/toast.ts';
import type { useDeleteReview } from './mutations.ts';

interface DeleteReviewDialogProps {
	deletion: ReturnType<typeof useDeleteReview>;
	onClose: () => void;
}

/** Asks before the account's own review is deleted. */
export function DeleteReviewDialog({ deletion, onClose }: DeleteReviewDialogProps) {
	return (
		<LazyConfirmDialog
			title={reviewsText.deleteTitle}
			description={reviewsText.deleteHint}
			action={commonText.deleteIt}
			danger
			onConfirm={() => {
				onClose();
				deletion.mutate(undefined, { onError: (error) => toast(getErrorMessage(error), 'error') });
			}}
			onClose={onClose}
		/>
	);
}
