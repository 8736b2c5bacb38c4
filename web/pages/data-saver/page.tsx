import { type ReactNode, useEffect, useState } from 'react';
import { brand } from '../../../contract/brand.ts';
import { chooseToSaveData, phoneSavesData, useSavesData } from '../../platform/data-saver.ts';
import { megabytes } from '../../platform/file-size.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { type VisitCost, visitCost, watchVisitCost } from '../../platform/visit-cost.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, {
		title: 'Data saver',
		description: `${brand.name} with as little data as possible, and what this visit has cost so far.`,
		path: '/data-saver',
	});
}

export default function DataSaverPage() {
	const on = useSavesData();
	const cost = useVisitCost();
	return (
		<div className="mx-auto max-w-2xl">
			<h1 className="text-22 wide:text-28">Data saver</h1>
			<Card className="mt-4 p-4">
				<Switch
					label="Save data on this device"
					checked={on}
					onChange={(event) => chooseToSaveData(event.target.checked)}
					hint={
						cost && phoneSavesData()
							? 'Your phone asks for less data, so this is on until you switch it off here.'
							: 'It follows your phone until you choose here.'
					}
				/>
				<ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 marker:text-quiet">
					<li>Pictures come in their smallest size. Tap one to see it large.</li>
					<li>Videos play in their smallest size. How large that is shows before you tap.</li>
					<li>Nothing is loaded ahead: lists wait for your tap on 'Show more'.</li>
					<li>Sounds are off.</li>
				</ul>
			</Card>
			<section aria-labelledby="cost">
				<Card className="mt-4 p-4">
					<h2 id="cost" className="text-18">
						This visit so far
					</h2>
					<p className="mt-1 font-bold text-28 tabular-nums">{cost ? megabytes(cost.total) : '…'}</p>
					<dl className="mt-3 flex flex-col divide-y divide-line">
						<Part name="Pictures">{cost && megabytes(cost.pictures)}</Part>
						<Part name="Videos and sounds">{cost && megabytes(cost.films)}</Part>
						<Part name="The app itself">{cost && megabytes(cost.code)}</Part>
						<Part name="Pages and answers">
							{cost && megabytes(cost.total - cost.pictures - cost.films - cost.code)}
						</Part>
					</dl>
					<p className="mt-3 text-14 text-quiet">
						Counted by your browser since this tab was opened or last reloaded. What you send, a video that is still
						loading, and messages that arrive while the app is closed are not in it.
						{cost && cost.unseen > 0 && ` Nor are ${cost.unseen} files of another host, whose size it may not tell.`}
					</p>
				</Card>
			</section>
		</div>
	);
}

function Part({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div className="flex min-h-11 items-center justify-between gap-4">
			<dt>{name}</dt>
			<dd className="font-semibold tabular-nums">{children ?? '…'}</dd>
		</div>
	);
}

/** What the visit has cost, kept up to date; null on the server and while the page is hydrated. */
function useVisitCost(): VisitCost | null {
	const [cost, setCost] = useState<VisitCost | null>(null);
	useEffect(() => {
		setCost(visitCost());
		return watchVisitCost(() => setCost(visitCost()));
	}, []);
	return cost;
}
