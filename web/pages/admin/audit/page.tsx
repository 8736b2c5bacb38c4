import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useSearchParams } from 'react-router';
import * as commonText from '../../../../text/shared/common.ts';
import * as adminText from '../../../../text/web/admin.ts';
import * as adminAuditText from '../../../../text/web/admin-audit.ts';
import { useIsWideScreen } from '../../../appearance/wide-screen.ts';
import { AdminList } from '../../../data/admin-list.tsx';
import { SearchField, useSetFilter } from '../../../data/filters.tsx';
import { type AuditFilter, auditPath, parseAuditFilter } from '../../../moderation/filter.ts';
import { auditQuery } from '../../../moderation/queries.ts';
import { AuditTable } from '../../../operations/audit-table.tsx';
import { useApi } from '../../../platform/api.ts';
import { hiddenPageMeta } from '../../../platform/page-meta.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { TableSkeleton } from '../../../ui/table.tsx';

const emptyFilter: AuditFilter = { action: '', userName: '' };

export const meta = hiddenPageMeta(adminText.auditLog);

/** Page with the log of administrators' actions. Log entries can't be changed or removed. */
export default function AuditPage() {
	const [params] = useSearchParams();
	const filter = parseAuditFilter(params);
	const setFilter = useSetFilter();
	const wide = useIsWideScreen();
	const list = useInfiniteQuery(auditQuery(useApi(), filter));

	return (
		<>
			<h1 className="text-28">{adminText.auditLog}</h1>
			<p className="mt-1 mb-4 text-quiet">{adminAuditText.about}</p>
			<search className="mb-4 grid max-w-2xl grid-cols-1 gap-2 sm:grid-cols-2">
				<SearchField
					label={adminAuditText.searchAction}
					placeholder={adminAuditText.actionPlaceholder}
					q={filter.action}
					onSearch={(action) => setFilter(auditPath({ ...filter, action }))}
				/>
				<SearchField
					label={commonText.userName}
					placeholder={adminAuditText.userNamePlaceholder}
					q={filter.userName}
					onSearch={(userName) => setFilter(auditPath({ ...filter, userName }))}
				/>
			</search>
			<AdminList
				query={list}
				items={list.data}
				skeleton={<TableSkeleton className="h-24 wide:h-11" />}
				text={adminAuditText.listText}
				icon={ScrollText}
				filtered={
					auditPath(filter) === auditPath(emptyFilter)
						? null
						: {
								hint: adminAuditText.nothingFoundHint,
								action: <ButtonLink to={auditPath(emptyFilter)}>{adminAuditText.seeAll}</ButtonLink>,
							}
				}
			>
				{(entries) => <AuditTable entries={entries} wide={wide} />}
			</AdminList>
		</>
	);
}
