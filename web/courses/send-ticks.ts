import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../platform/api.ts';
import { reasonOf } from '../platform/reason.ts';
import { useDelivery } from '../platform/use-delivery.ts';
import { toast } from '../ui/toast.ts';
import { progressQuery } from './learning-queries.ts';
import { dropTick, waitingTicks } from './ticks.ts';

interface SendTicksProps {
	account: number;
	/** Of that account: what it has ticked is never sent as somebody else. */
	token: string;
}

/** Sends the ticks that wait on this device. */
export function SendTicks({ account, token }: SendTicksProps) {
	const api = useApi();
	const queries = useQueryClient();
	useDelivery(
		{ name: 'lesson-ticks', waiting: waitingTicks },
		{
			toSend: (ticks) => ticks.filter((tick) => tick.account === account),
			line: ({ course_id }) => `lesson-ticks ${course_id}`,
			async send({ course_id, module, done }) {
				const { queryKey } = progressQuery(api, course_id, account);
				const progress = await api.setProgress({ params: { id: course_id }, body: { module, done } }, { token });
				// An older answer that is still on its way would take the tick back.
				await queries.cancelQueries({ queryKey });
				queries.setQueryData(queryKey, progress);
			},
			drop: dropTick,
			onRefused(error, tick) {
				const { course_id } = tick;
				dropTick(tick);
				toast(reasonOf(error), 'error');
				void queries.invalidateQueries({ queryKey: progressQuery(api, course_id, account).queryKey });
			},
		},
	);
	return null;
}
