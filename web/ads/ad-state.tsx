import type { OwnAd } from '../../contract/ads/ads.ts';
import { moderationDecisionsPath } from '../../contract/core/page-paths.ts';
import * as adsText from '../../text/shared/ads.ts';
import { Badge } from '../ui/badge.tsx';
import { TakenDownNotice } from '../ui/taken-down-notice.tsx';

const badgeVariants = {
	processing: 'marigold',
	ready: 'leaf',
	failed: 'danger',
	sold: 'quiet',
	hidden: 'quiet',
} as const;

export function AdStateBadge({ state }: Pick<OwnAd, 'state'>) {
	return <Badge variant={badgeVariants[state]}>{adsText.stateNames[state]}</Badge>;
}

/** Tells the owner why an ad's video failed, that it is being processed, or that the ad was taken down. */
export function AdStateReason({ state, failure }: Pick<OwnAd, 'state' | 'failure'>) {
	if (state === 'failed') {
		return <p className="text-14 text-danger">{failure ?? adsText.videoFailed}</p>;
	}
	if (state === 'processing') return <p className="text-14 text-quiet">{adsText.videoProcessing}</p>;
	if (state === 'hidden') return <TakenDownNotice to={moderationDecisionsPath} reason={failure} />;
	return null;
}
