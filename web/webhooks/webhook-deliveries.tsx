import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { WebhookDelivery } from '../../contract/webhooks/webhooks.ts';
import * as webhooksText from '../../text/shared/webhooks.ts';
import { InfiniteList } from '../data/infinite-list.tsx';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast.ts';
import { webhookDeliveriesQuery } from './queries.ts';

const variants = { pending: 'marigold', delivered: 'leaf', failed: 'danger', skipped: 'quiet' } as const;

/** Lists what a webhook sent, newest first. Each ended message can be sent again. */
export function WebhookDeliveries({ webhookId, canSend }: { webhookId: number; canSend: boolean }) {
	const list = useInfiniteQuery(webhookDeliveriesQuery(useApi(), webhookId));
	return (
		<section aria-label={webhooksText.deliveries} className="mt-4 border-line border-t pt-2">
			<InfiniteList
				query={list}
				items={list.data}
				loading={webhooksText.deliveriesLoading}
				skeleton={<SkeletonRows rows={2} className="h-14" />}
				failure={webhooksText.deliveriesFailed}
				small
				more={webhooksText.more}
				empty={<p className="py-3 text-14 text-quiet">{webhooksText.noDeliveries}</p>}
			>
				{(deliveries) => (
					<ul className="divide-y divide-line">
						{deliveries.map((delivery) => (
							<Delivery
								key={delivery.id}
								webhookId={webhookId}
								delivery={delivery}
								canSend={canSend}
								onSent={() => void list.refetch()}
							/>
						))}
					</ul>
				)}
			</InfiniteList>
		</section>
	);
}

interface DeliveryProps {
	webhookId: number;
	delivery: WebhookDelivery;
	canSend: boolean;
	onSent: () => void;
}

function Delivery({ webhookId, delivery, canSend, onSent }: DeliveryProps) {
	const { id, event, state, attempts, result, attempted_at, created_at } = delivery;
	const api = useApi();
	const sending = useMutation({
		mutationFn: () => api.redeliverWebhook({ params: { id: String(webhookId), delivery_id: String(id) } }),
		onSuccess: onSent,
		onError: (error) => toast(getErrorMessage(error), 'error'),
	});
	return (
		<li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
			<div className="min-w-0 flex-1 basis-48">
				<p className="flex flex-wrap items-center gap-2">
					{webhooksText.eventNames[event]}
					<Badge variant={variants[state]}>{webhooksText.states[state]}</Badge>
				</p>
				<p className="text-14 text-quiet">
					{result !== null && `${webhooksText.results[result]} · `}
					{attempts > 1 && `${webhooksText.attempts(attempts)} · `}
					<TimeAgo time={attempted_at ?? created_at} />
				</p>
			</div>
			{state !== 'pending' && canSend && (
				<Button
					variant="quiet"
					aria-label={webhooksText.redeliverNamed(webhooksText.eventNames[event])}
					loading={sending.isPending}
					onClick={() => sending.mutate()}
				>
					{webhooksText.redeliver}
				</Button>
			)}
		</li>
	);
}
