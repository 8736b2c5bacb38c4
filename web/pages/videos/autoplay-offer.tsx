import * as videosText from '../../../text/web/videos.ts';
import { useDataSaver } from '../../platform/data-saver.ts';
import { useStoredValue } from '../../platform/stored-value.ts';
import { autoplayChoice, getAutoplayLabel } from '../../player/autoplay.ts';
import { Button } from '../../ui/button.tsx';

/** Asks once whether the next videos play without a tap. */
export function AutoplayOffer() {
	const choice = useStoredValue(autoplayChoice);
	const savesData = useDataSaver();
	if (choice !== null || savesData) return null;
	return (
		<section aria-label={videosText.playOffer} className="absolute inset-x-3 top-16 rounded-card bg-card p-3 text-ink">
			<p className="font-semibold">{videosText.playOffer}</p>
			<p className="text-14 text-quiet">{videosText.playHint}</p>
			<div className="mt-2 flex flex-wrap gap-2">
				<Button className="px-3 text-14" onClick={() => autoplayChoice.set(true)}>
					{getAutoplayLabel()}
				</Button>
				<Button variant="quiet" className="px-3 text-14" onClick={() => autoplayChoice.set(false)}>
					{videosText.notNow}
				</Button>
			</div>
		</section>
	);
}
