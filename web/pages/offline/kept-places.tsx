import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import * as offlineText from '../../../contract/text/offline.ts';
import { useSession } from '../../accounts/session.ts';
import { ageOf } from '../../platform/age.ts';
import { keptAnswers } from '../../platform/kept-answers.ts';
import { Card } from '../../ui/card.tsx';
import { hasLessons, type KeptPlace, placesOf } from './places.ts';

/** What opens without a network, with its age. */
export function KeptPlaces() {
	const account = useSession()?.id ?? null;
	const [places, setPlaces] = useState<KeptPlace[] | null>(null);

	useEffect(() => {
		let left = false;
		void findPlaces(account).then((found) => {
			if (!left) setPlaces(found);
		});
		return () => {
			left = true;
		};
	}, [account]);

	if (!places) return null;
	return (
		<section aria-labelledby="kept" className="mx-auto max-w-md pb-8">
			<h2 id="kept" className="mb-3 text-18">
				{offlineText.keptTitle}
			</h2>
			{places.length === 0 ? (
				<p className="text-quiet">{offlineText.keptEmpty}</p>
			) : (
				<Card className="overflow-hidden">
					<ul className="divide-y divide-line">
						{places.map(({ to, label, holds, at }) => (
							<li key={to}>
								<Link to={to} className="flex min-h-14 items-center gap-3 px-4 py-2 hover:bg-sunken">
									<span className="min-w-0 flex-1">
										<span className="block font-semibold">{label}</span>
										<span className="block text-14 text-quiet">
											{holds
												? offlineText.keptWith(holds, ageOf(at, Date.now()))
												: offlineText.keptAt(ageOf(at, Date.now()))}
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

async function findPlaces(account: number | null): Promise<KeptPlace[]> {
	const answers = [...(await keptAnswers(account)).values()];
	// Kept with the lessons; too much for everybody else.
	const catalogue = hasLessons(answers)
		? await import('../../../contract/course-catalogue.ts').catch(() => null)
		: null;
	return placesOf(answers, (id) => catalogue?.courseById(id)?.title);
}
