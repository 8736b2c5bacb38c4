import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useNavigate, useSearchParams } from 'react-router';
import { useFullScreen } from '../../../appearance/full-screen.ts';
import { auditPath } from '../../../moderation/addresses.ts';
import { type AuditFilter, auditFilterIn } from '../../../moderation/filter.ts';
import { auditQuery } from '../../../moderation/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { pageMeta } from '../../../platform/page-meta.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TableSkeleton } from '../../../ui/table.tsx';
import { PagedList } from '../../paged-list.tsx';
import { SearchField } from '../search-field.tsx';
import type { Route } from './+types/page.ts';
import { AuditTable } from './audit-table.tsx';

const everything: AuditFilter = { action: '', userName: '' };

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: 'Audit log', hidden: true });
}

/** Every act of an administrator. Nobody can change or remove an entry. */
export default function AuditPage() {
	const [params] = useSearchParams();
	const filter = auditFilterIn(params);
	const navigate = useNavigate();
	const wide = useFullScreen();
	const list = useInfiniteQuery(auditQuery(useApi(), filter));
	const look = (next: Partial<AuditFilter>) =>
		void navigate(auditPath({ ...filter, ...next }), { replace: true, preventScrollReset: true });

	return (
		<>
			<h1 className="text-28">Audit log</h1>
			<p className="mt-1 mb-4 text-quiet">What administrators did. Nothing here can be changed or removed.</p>
			<search className="mb-4 grid max-w-2xl grid-cols-1 gap-2 sm:grid-cols-2">
				<SearchField
					label="Action"
					placeholder="Action, such as enrollment"
					q={filter.action}
					onSearch={(action) => look({ action })}
				/>
				<SearchField
					label="User name"
					placeholder="User name of an administrator"
					q={filter.userName}
					onSearch={(userName) => look({ userName })}
				/>
			</search>
			<PagedList
				list={list}
				failure="The audit log could not be loaded"
				skeleton={<TableSkeleton label="Loading the audit log" className="h-24 wide:h-11" />}
				empty={
					auditPath(filter) === auditPath(everything) ? (
						<EmptyState icon={<ScrollText className="size-8" />} title="Nothing was done yet">
							Whatever an administrator decides, confirms or changes is written down here.
						</EmptyState>
					) : (
						<EmptyState
							icon={<ScrollText className="size-8" />}
							title="Nothing like this"
							action={<ButtonLink to={auditPath(everything)}>See the whole log</ButtonLink>}
						>
							An action is found by how it begins, a name by all of it.
						</EmptyState>
					)
				}
			>
				{(entries) => <AuditTable entries={entries} wide={wide} />}
			</PagedList>
		</>
	);
}
