import type { OwnAd } from '../../contract/ads.ts';
import { decisionsPath } from '../../contract/page-paths.ts';
import * as adsText from '../../contract/text/ads.ts';
import { Badge } from '../ui/badge.tsx';
import { TakenDownNotice } from '../ui/taken-down-notice.tsx';

const badgeVariants = {
	processing: 'marigold',
	ready: 'leaf',
	failed: 'danger',
	sold: 'quiet',
	hidden: 'quiet',
} as const;

/** What customers see of an own ad, in a word. */
export function AdStateBadge({ state }: Pick<OwnAd, 'state'>) {
	return <Badge look={badgeVariants[state]}>{adsText.stateNames[state]}</Badge>;
}

/** Where its owner needs more than the word: why it failed, or what is going on. */
export function AdStateReason({ state, failure }: Pick<OwnAd, 'state' | 'failure'>) {
	if (state === 'failed') {
		return <p className="text-14 text-danger">{failure ?? adsText.videoFailed}</p>;
	}
	if (state === 'processing') return <p className="text-14 text-quiet">{adsText.videoProcessing}</p>;
	if (state === 'hidden') return <TakenDownNotice to={decisionsPath} />;
	return null;
}
