import { useMutation, useQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import type { ActiveSession } from '../../contract/accounts/sessions.ts';
import * as commonText from '../../text/shared/common.ts';
import * as openSessionsText from '../../text/web/open-sessions.ts';
import { QueryBoundary } from '../data/query-boundary.tsx';
import { useApi } from '../platform/api.ts';
import { isApiError } from '../platform/api-error.ts';
import { formatDate } from '../platform/dates.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { openSessionsQuery } from './queries.ts';
import { useSession } from './session.ts';

interface OpenSessionsProps {
	/** Callback when the user wants to end every session of the account, including the current one. The callback asks for confirmation. */
	onEndAll: () => void;
	endingAll: boolean;
	/** Callback after sessions were ended; gets a message to show as a toast. */
	onEnded: (message: string) => void;
}

export function OpenSessions({ onEndAll, endingAll, onEnded }: OpenSessionsProps) {
	const api = useApi();
	const query = useQuery(openSessionsQuery(api, useSession()?.id ?? 0));
	const endOthers = useMutation({
		mutationFn: () => api.endSessions({ query: { others: 'true' } }),
		onSuccess: () => {
			onEnded(openSessionsText.othersEnded);
			void query.refetch();
		},
	});
	const others = (query.data?.items.length ?? 0) > 1;
	return (
		<>
			<h2 className="text-18">{openSessionsText.title}</h2>
			<p className="mt-1 text-quiet">{openSessionsText.hint}</p>
			<div className="mt-3">
				<QueryBoundary
					query={query}
					loading={openSessionsText.loading}
					skeleton={<SkeletonRows rows={2} className="h-14" />}
					failure={openSessionsText.loadFailed}
				>
					{({ items }) => (
						<ul className="divide-y divide-line">
							{items.map((item) => (
								<Row
									key={item.id}
									session={item}
									onEnded={() => {
										onEnded(openSessionsText.ended(item.device));
										void query.refetch();
									}}
								/>
							))}
						</ul>
					)}
				</QueryBoundary>
			</div>
			<FormError>{endOthers.error && getErrorMessage(endOthers.error)}</FormError>
			<div className="mt-4 flex flex-wrap gap-2">
				{others && (
					<Button variant="quiet" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
						{openSessionsText.endOthers}
					</Button>
				)}
				<Button variant="plain" loading={endingAll} onClick={onEndAll}>
					{openSessionsText.endAll}
				</Button>
			</div>
		</>
	);
}

function Row({ session, onEnded }: { session: ActiveSession; onEnded: () => void }) {
	const { id, device, current, began_at, last_used_at } = session;
	const api = useApi();
	const endSession = useMutation({
		mutationFn: () => api.endSession({ params: { id: String(id) } }),
		onSuccess: onEnded,
		// Status 404 means that the session has already ended.
		onError: (error) => isApiError(error) && error.status === 404 && onEnded(),
	});
	const Icon = /Android|iPhone|iPad|KaiOS/.test(device) ? Smartphone : Laptop;
	return (
		<li className="flex flex-wrap items-center gap-3 py-3">
			<Icon aria-hidden className="size-6 shrink-0 text-quiet" />
			<div className="min-w-0 flex-1">
				<p className="font-semibold">{device}</p>
				<p className="text-14 text-quiet">
					<RichText
						text={current ? openSessionsText.thisDeviceSince : openSessionsText.lastUsedSince}
						tags={{
							current: (words) => <span className="text-leaf">{words}</span>,
							used: () => <TimeAgo time={last_used_at} />,
							began: () => <time dateTime={began_at}>{formatDate(began_at)}</time>,
						}}
					/>
				</p>
				{endSession.error && <p className="text-14 text-danger">{getErrorMessage(endSession.error)}</p>}
			</div>
			{!current && (
				<Button
					variant="quiet"
					aria-label={openSessionsText.end(device)}
					loading={endSession.isPending}
					onClick={() => endSession.mutate()}
				>
					{commonText.logOut}
				</Button>
			)}
		</li>
	);
}
