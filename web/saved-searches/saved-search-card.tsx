import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { savedSearchPath } from '../../contract/core/page-paths.ts';
import * as savedSearchLimits from '../../contract/saved-searches/limits.ts';
import type { SavedSearch } from '../../contract/saved-searches/saved-searches.ts';
import * as savedSearchesText from '../../text/shared/saved-searches.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Badge } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { AlertSelect } from './alert-select.tsx';
import { useDeleteSearch } from './mutations.ts';

/** A saved search in the list: its name as the link to its ads, the number of new ones, its alerts, and a button that deletes it. */
export function SavedSearchCard({ search }: { search: SavedSearch }) {
	const { id, name, new_ads, seen_at, created_at } = search;
	const deleting = useDeleteSearch(search);
	return (
		<Card className="p-4">
			<div className="flex items-start gap-2">
				<div className="min-w-0 flex-1">
					<h2 className="text-16">
						<Link
							to={savedSearchPath(id)}
							className="inline-flex min-h-11 items-center break-words text-leaf underline-offset-4 hover:underline"
						>
							{name}
						</Link>
					</h2>
					<p className="flex flex-wrap items-center gap-2 text-14 text-quiet">
						{new_ads > 0 ? (
							<Badge variant="leaf">{savedSearchesText.newAds(new_ads, savedSearchLimits.savedSearchMatches)}</Badge>
						) : (
							<span>{savedSearchesText.nothingNew}</span>
						)}
						<span>
							<RichText
								text={seen_at === null ? savedSearchesText.neverLooked : savedSearchesText.lastLooked}
								tags={{ time: () => <TimeAgo time={seen_at ?? created_at} /> }}
							/>
						</span>
					</p>
				</div>
				<IconButton
					label={savedSearchesText.deleteNamed(name)}
					disabled={deleting.isPending}
					onClick={() => deleting.mutate()}
				>
					<Trash2 aria-hidden className="size-5" />
				</IconButton>
			</div>
			<div className="mt-3 max-w-sm">
				<AlertSelect search={search} />
			</div>
		</Card>
	);
}
