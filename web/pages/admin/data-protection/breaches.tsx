import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import * as breachesText from '../../../../text/shared/breaches.ts';
import * as controlsText from '../../../../text/web/controls.ts';
import { InfiniteList } from '../../../data/infinite-list.tsx';
import { UnsavedForms } from '../../../data/unsaved-forms.tsx';
import { BreachCard } from '../../../data-protection/admin/breach-card.tsx';
import { BreachForm } from '../../../data-protection/admin/breach-form.tsx';
import { DataProtectionHeader } from '../../../data-protection/admin/sections.tsx';
import { breachListQuery } from '../../../data-protection/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { pageMeta } from '../../../platform/page-meta.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import type { Route } from './+types/breaches.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: breachesText.title, hidden: true });
}

/** Page with the register of breaches of personal data. Entries can be changed, but not deleted. */
export default function BreachesPage() {
	const list = useInfiniteQuery(breachListQuery(useApi()));
	const [isRecording, setRecording] = useState(false);
	/** Whether the user left the form. The button then takes the focus. */
	const [hasLeft, setLeft] = useState(false);
	function close() {
		setLeft(true);
		setRecording(false);
	}
	return (
		<UnsavedForms>
			<DataProtectionHeader />
			<p className="my-4 text-quiet">{breachesText.about}</p>
			{isRecording ? (
				<Card className="mb-4 p-4">
					<h2 className="mb-3 text-18">{breachesText.record}</h2>
					<BreachForm breach={null} onSaved={close} onCancel={close} />
				</Card>
			) : (
				<Button className="mb-4" autoFocus={hasLeft} onClick={() => setRecording(true)}>
					{breachesText.record}
				</Button>
			)}
			<InfiniteList
				query={list}
				items={list.data}
				loading={breachesText.loading}
				skeleton={<SkeletonRows rows={2} gap="gap-4" className="h-40 rounded-card" />}
				failure={breachesText.loadFailed}
				fades
				more={controlsText.loadMore}
				empty={
					<EmptyState icon={<ShieldAlert className="size-8" />} title={breachesText.emptyTitle}>
						{breachesText.emptyHint}
					</EmptyState>
				}
			>
				{(breaches) => (
					<ul aria-label={breachesText.list} className="flex flex-col gap-4">
						{breaches.map((breach) => (
							<li key={breach.id}>
								<BreachCard breach={breach} />
							</li>
						))}
					</ul>
				)}
			</InfiniteList>
		</UnsavedForms>
	);
}
