import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import * as offlineText from '../../text/web/offline.ts';
import { useSession } from '../accounts/session.ts';
import { formatAge } from '../platform/format-age.ts';
import { readPersistedQueries } from '../platform/persisted-queries.ts';
import { Card } from '../ui/card.tsx';
import { findOfflinePages, hasPersistedLessons, type OfflinePageEntry } from './offline-pages.ts';

export function OfflinePageList() {
	const account = useSession()?.id ?? null;
	const [pages, setPages] = useState<OfflinePageEntry[] | null>(null);

	useEffect(() => {
		let isCancelled = false;
		void loadOfflinePages(account).then((found) => {
			if (!isCancelled) setPages(found);
		});
		return () => {
			isCancelled = true;
		};
	}, [account]);

	if (!pages) return null;
	return (
		<section aria-labelledby="kept" className="mx-auto max-w-md pb-8">
			<h2 id="kept" className="mb-3 text-18">
				{offlineText.availableTitle}
			</h2>
			{pages.length === 0 ? (
				<p className="text-quiet">{offlineText.availableEmpty}</p>
			) : (
				<Card className="overflow-hidden">
					<ul className="divide-y divide-line">
						{pages.map(({ to, label, contents, at }) => (
							<li key={to}>
								<Link to={to} className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-sunken">
									<span className="min-w-0 flex-1">
										<span className="block font-semibold">{label}</span>
										<span className="block text-14 text-quiet">
											{contents
												? offlineText.savedWith(contents, formatAge(at, Date.now()))
												: offlineText.savedAt(formatAge(at, Date.now()))}
										</span>
									</span>
								</Link>
							</li>
						))}
					</ul>
				</Card>
			)}
		</section>
	);
}

async function loadOfflinePages(account: number | null): Promise<OfflinePageEntry[]> {
	const persistedQueries = [...(await readPersistedQueries(account)).values()];
	// The course catalogue is cached together with lessons. It is too large to load for users without lessons.
	const catalogue = hasPersistedLessons(persistedQueries)
		? await import('../../contract/courses/course-catalogue.ts').catch(() => null)
		: null;
	return findOfflinePages(persistedQueries, (id) => catalogue?.findCourse(id)?.title);
}
