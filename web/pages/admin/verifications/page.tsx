import { useInfiniteQuery } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { verificationStates } from '../../../../contract/verification/verification.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminVerificationsText from '../../../../text/web/admin-verifications.ts';
import * as verificationText from '../../../../text/web/verification.ts';
import { AdminQueue } from '../../../data/admin-list.tsx';
import { FilterRow } from '../../../data/filters.tsx';
import { useFocusNeighbour } from '../../../data/use-focus-neighbour.ts';
import { useApi } from '../../../platform/api.ts';
import { hiddenPageMeta } from '../../../platform/page-meta.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { RequestCard } from '../../../verification/admin/request-card.tsx';
import { parseVerificationState, verificationListPath } from '../../../verification/filter.ts';
import { verificationListQuery } from '../../../verification/queries.ts';

export const meta = hiddenPageMeta(adminVerificationsText.title);

/** Page on which administrators check the documents of businesses. */
export default function VerificationsPage() {
	const [params] = useSearchParams();
	const state = parseVerificationState(params);
	const list = useInfiniteQuery(verificationListQuery(useApi(), state));
	const { heading, list: queue, focusNeighbour } = useFocusNeighbour();
	return (
		<>
			<h1 ref={heading} tabIndex={-1} className="mb-4 text-28 outline-none">
				{adminVerificationsText.title}
			</h1>
			<search className="mb-4 block">
				<FilterRow
					label={adminText.states}
					names={verificationText.states}
					values={verificationStates}
					current={state}
					pathTo={(next) => verificationListPath(next ?? 'pending')}
					withoutAll
				/>
			</search>
			<AdminQueue
				query={list}
				items={list.data}
				skeleton={<SkeletonRows rows={3} gap="gap-4" className="h-40 rounded-card" />}
				text={adminVerificationsText.listText}
				icon={BadgeCheck}
				filtered={state === 'pending' ? null : {}}
				listRef={queue}
				toKey={({ id }) => id}
			>
				{(request) => <RequestCard request={request} onClosed={focusNeighbour} />}
			</AdminQueue>
		</>
	);
}
