import { useInfiniteQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { legalRequestStates } from '../../../../contract/data-protection/data-protection.ts';
import * as legalRequestText from '../../../../text/shared/legal-request.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as dataProtectionText from '../../../../text/web/data-protection.ts';
import { AdminQueue } from '../../../data/admin-list.tsx';
import { FilterRow } from '../../../data/filters.tsx';
import { UnsavedForms } from '../../../data/unsaved-forms.tsx';
import { useFocusNeighbour } from '../../../data/use-focus-neighbour.ts';
import { LegalRequestCard } from '../../../data-protection/admin/legal-request-card.tsx';
import { DataProtectionHeader } from '../../../data-protection/admin/sections.tsx';
import {
	legalRequestListPath,
	legalRequestListQuery,
	parseLegalRequestState,
} from '../../../data-protection/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { hiddenPageMeta } from '../../../platform/page-meta.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

export const meta = hiddenPageMeta(dataProtectionText.title);

/** Page on which administrators answer legal requests, the most urgent first. */
export default function AdminLegalRequestsPage() {
	const [params] = useSearchParams();
	const state = parseLegalRequestState(params);
	const list = useInfiniteQuery(legalRequestListQuery(useApi(), state));
	const { heading, list: queue, focusNeighbour } = useFocusNeighbour();
	return (
		<UnsavedForms>
			<DataProtectionHeader heading={heading} />
			<search className="mb-4 block">
				<FilterRow
					label={adminText.states}
					names={legalRequestText.states}
					values={legalRequestStates}
					current={state}
					pathTo={(next) => legalRequestListPath(next ?? 'open')}
					withoutAll
				/>
			</search>
			<AdminQueue
				query={list}
				items={list.data}
				skeleton={<SkeletonRows rows={3} gap="gap-4" className="h-40 rounded-card" />}
				text={legalRequestText.listText}
				icon={Scale}
				filtered={state === 'open' ? null : {}}
				listRef={queue}
				toKey={({ id }) => id}
			>
				{(request) => <LegalRequestCard request={request} onClosed={focusNeighbour} />}
			</AdminQueue>
		</UnsavedForms>
	);
}
