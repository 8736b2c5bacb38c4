import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { AdFormat } from '../../../contract/ads/ads.ts';
import * as controlsText from '../../../text/web/controls.ts';
import * as ownAdsText from '../../../text/web/own-ads.ts';
import { useSession } from '../../accounts/session.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { useApi } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { BulkActions, useIsBulkRunning } from './bulk-actions.tsx';
import { OwnAdList, OwnAdListSkeleton } from './own-ad-list.tsx';
import { ownAdsQuery } from './own-ads.ts';
import { useOwnAdActions } from './use-own-ad-actions.tsx';

interface OwnUploadsProps {
	title: string;
	/** Level of the title. Defaults to 1. */
	level?: 1 | 2;
	/** Format of the listed ads. Defaults to all formats. */
	format?: AdFormat;
	empty: ReactNode;
	action: ReactNode;
}

export function OwnUploads({ title, level = 1, format, empty, action }: OwnUploadsProps) {
	const Heading = level === 1 ? 'h1' : 'h2';
	const session = useSession();
	const query = useInfiniteQuery(ownAdsQuery(useApi(), session?.id ?? 0, format));
	const ads = query.data;
	const { actions, dialogs } = useOwnAdActions();
	const isBulkRunning = useIsBulkRunning();
	const [selectedIds, setSelectedIds] = useState<ReadonlySet<number> | null>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	const selection = selectedIds && {
		ids: selectedIds,
		disabled: isBulkRunning,
		toggle(id: number) {
			const next = new Set(selectedIds);
			if (!next.delete(id)) next.add(id);
			setSelectedIds(next);
		},
	};

	/** The heading takes the focus, because the bar of actions unmounts. */
	function stopSelecting() {
		setSelectedIds(null);
		heading.current?.focus({ preventScroll: true });
	}

	return (
		<>
			<div className="mb-5 flex flex-wrap items-center justify-between gap-3">
				<Heading ref={heading} tabIndex={-1} className={classes('outline-none', level === 1 ? 'text-28' : 'text-18')}>
					{title}
				</Heading>
				{ads && ads.length > 0 && (
					<div className="flex flex-wrap gap-2">
						{ads.length > 1 && !selection && (
							<Button variant="quiet" onClick={() => setSelectedIds(new Set())}>
								{ownAdsText.select}
							</Button>
						)}
						{action}
					</div>
				)}
			</div>
			{selection && (
				<BulkActions
					selected={(ads ?? []).filter(({ id }) => selection.ids.has(id))}
					onDone={(left) => {
						if (left.length > 0) setSelectedIds(new Set(left.map(({ id }) => id)));
						else stopSelecting();
					}}
					onCancel={stopSelecting}
				/>
			)}
			<InfiniteList
				query={query}
				items={ads}
				loading={ownAdsText.loading}
				skeleton={<OwnAdListSkeleton />}
				failure={ownAdsText.loadFailed}
				empty={empty}
				more={controlsText.loadMore}
			>
				{(ads) => <OwnAdList ads={ads} actions={actions} selection={selection} />}
			</InfiniteList>
			{dialogs}
		</>
	);
}
