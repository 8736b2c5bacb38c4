import { Link } from 'react-router';
import type { OwnAd } from '../../contract/ads.ts';
import { decisionsPath } from '../../contract/page-paths.ts';
import { Badge } from '../ui/badge.tsx';

const states = {
	processing: { word: 'Processing', look: 'marigold' },
	ready: { word: 'Live', look: 'leaf' },
	failed: { word: 'Failed', look: 'danger' },
	sold: { word: 'Sold', look: 'quiet' },
	hidden: { word: 'Hidden', look: 'quiet' },
} as const;

/** What customers see of an own ad, in a word. */
export function AdStateBadge({ state }: Pick<OwnAd, 'state'>) {
	const { word, look } = states[state];
	return <Badge look={look}>{word}</Badge>;
}

/** Where its owner needs more than the word: why it failed, or what is going on. */
export function AdStateReason({ state, failure }: Pick<OwnAd, 'state' | 'failure'>) {
	if (state === 'failed') {
		return <p className="text-14 text-danger">{failure ?? "We couldn't process your video. Try again."}</p>;
	}
	if (state === 'processing') return <p className="text-14 text-quiet">We are making it ready to play.</p>;
	if (state === 'hidden') {
		return (
			<p className="text-14 text-quiet">
				Taken down: nobody but you can see it.{' '}
				<Link to={decisionsPath} className="inline-block py-2 font-semibold text-leaf underline underline-offset-4">
					Why, and what you can do
				</Link>
			</p>
		);
	}
	return null;
}
