import { Link } from 'react-router';
import type { OwnAd } from '../../contract/ads.ts';
import { decisionsPath } from '../../contract/page-paths.ts';
import * as adsText from '../../contract/text/ads.ts';
import * as commonText from '../../contract/text/common.ts';
import { Badge } from '../ui/badge.tsx';
import { RichText } from '../ui/rich-text.tsx';

const looks = {
	processing: 'marigold',
	ready: 'leaf',
	failed: 'danger',
	sold: 'quiet',
	hidden: 'quiet',
} as const;

/** What customers see of an own ad, in a word. */
export function AdStateBadge({ state }: Pick<OwnAd, 'state'>) {
	return <Badge look={looks[state]}>{adsText.stateNames[state]}</Badge>;
}

/** Where its owner needs more than the word: why it failed, or what is going on. */
export function AdStateReason({ state, failure }: Pick<OwnAd, 'state' | 'failure'>) {
	if (state === 'failed') {
		return <p className="text-14 text-danger">{failure ?? adsText.videoFailed}</p>;
	}
	if (state === 'processing') return <p className="text-14 text-quiet">{adsText.videoProcessing}</p>;
	if (state === 'hidden') {
		return (
			<p className="text-14 text-quiet">
				<RichText
					text={commonText.takenDown}
					tags={{
						decision: (words) => (
							<Link
								to={decisionsPath}
								className="inline-block py-2 font-semibold text-leaf underline underline-offset-4"
							>
								{words}
							</Link>
						),
					}}
				/>
			</p>
		);
	}
	return null;
}
