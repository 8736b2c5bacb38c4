import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { useQueueDelivery } from '../platform/use-queue-delivery.ts';
import { toast } from '../ui/toast.ts';
import { progressQuery } from './learning-queries.ts';
import { pendingProgress, removeProgressChange } from './pending-progress.ts';

interface ProgressSenderProps {
	account: number;
	/** Session token of `account`. It ensures that progress changes are never sent as another account. */
	token: string;
}

export function ProgressSender({ account, token }: ProgressSenderProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	useQueueDelivery(
		{ name: 'lesson-ticks', pending: pendingProgress },
		{
			toSend: (ticks) => ticks.filter((tick) => tick.account === account),
			queueKey: ({ course_id }) => `lesson-ticks ${course_id}`,
			async send({ course_id, module, done }) {
				const { queryKey } = progressQuery(api, course_id, account);
				const progress = await api.setProgress({ params: { id: course_id }, body: { module, done } }, { token });
				// A progress query in flight is cancelled, because its older response would overwrite the change.
				await queryClient.cancelQueries({ queryKey });
				queryClient.setQueryData(queryKey, progress);
			},
			onDelivered: removeProgressChange,
			onRejected(error, tick) {
				const { course_id } = tick;
				removeProgressChange(tick);
				toast(getErrorMessage(error), 'error');
				void queryClient.invalidateQueries({ queryKey: progressQuery(api, course_id, account).queryKey });
			},
		},
	);
	return null;
}
