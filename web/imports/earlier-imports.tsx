import { useInfiniteQuery } from '@tanstack/react-query';
import type { Import } from '../../contract/imports/imports.ts';
import * as controlsText from '../../text/web/controls.ts';
import * as importText from '../../text/web/import.ts';
import { InfiniteList } from '../data/infinite-list.tsx';
import { useApi } from '../platform/api.ts';
import { formatDateTime } from '../platform/dates.ts';
import { Card } from '../ui/card.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import { importsQuery } from './queries.ts';
import { UndoButton } from './undo-button.tsx';

/** Lists the account's imports, each with its state and a button that undoes it. */
export function EarlierImports({ accountId }: { accountId: number }) {
	const query = useInfiniteQuery(importsQuery(useApi(), accountId));
	return (
		<section aria-labelledby="earlier-imports" className="mt-8">
			<h2 id="earlier-imports" className="mb-3 text-18">
				{importText.earlier}
			</h2>
			<InfiniteList
				query={query}
				items={query.data}
				loading={importText.loading}
				skeleton={<SkeletonRows rows={2} gap="gap-2" className="h-16 rounded-card" />}
				failure={importText.loadFailed}
				small
				empty={<p className="text-quiet">{importText.noImports}</p>}
				more={controlsText.loadMore}
			>
				{(imports) => (
					<Card>
						<ul className="divide-y divide-line">
							{imports.map((one) => (
								<ImportItem key={one.id} item={one} />
							))}
						</ul>
					</Card>
				)}
			</InfiniteList>
		</section>
	);
}

function ImportItem({ item: { id, state, posted, remaining, created_at, undo_until } }: { item: Import }) {
	const time = formatDateTime(created_at);
	const canUndo = undo_until !== null && Date.parse(undo_until) > Date.now() && remaining > 0;
	return (
		<li className="flex min-h-16 flex-wrap items-center gap-x-4 px-4 py-2">
			<div className="min-w-0 flex-1">
				<p className="font-semibold">{importText.importLine(posted)}</p>
				<p className="text-14 text-quiet">
					{[
						time,
						importText.importStates[state],
						state !== 'undone' && remaining !== posted && importText.stillThere(remaining),
					]
						.filter(Boolean)
						.join(' · ')}
				</p>
			</div>
			{canUndo && <UndoButton importId={id} ads={remaining} label={`${importText.undo}: ${time}`} />}
		</li>
	);
}
