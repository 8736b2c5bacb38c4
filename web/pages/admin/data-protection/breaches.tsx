import { useInfiniteQuery } from '@tanstack/react-query';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import * as breachesText from '../../../../text/shared/breaches.ts';
import { AdminQueue } from '../../../data/admin-list.tsx';
import { UnsavedForms } from '../../../data/unsaved-forms.tsx';
import { BreachCard } from '../../../data-protection/admin/breach-card.tsx';
import { BreachForm } from '../../../data-protection/admin/breach-form.tsx';
import { DataProtectionHeader } from '../../../data-protection/admin/sections.tsx';
import { breachListQuery } from '../../../data-protection/queries.ts';
import { useApi } from '../../../platform/api.ts';
import { hiddenPageMeta } from '../../../platform/page-meta.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';

export const meta = hiddenPageMeta(breachesText.title);

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
			<AdminQueue
				query={list}
				items={list.data}
				skeleton={<SkeletonRows rows={2} gap="gap-4" className="h-40 rounded-card" />}
				text={breachesText.listText}
				icon={ShieldAlert}
				toKey={({ id }) => id}
			>
				{(breach) => <BreachCard breach={breach} />}
			</AdminQueue>
		</UnsavedForms>
	);
}
