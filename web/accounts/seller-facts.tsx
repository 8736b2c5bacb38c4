import { BadgeCheck, Clock } from 'lucide-react';
import type { Person } from '../../contract/accounts.ts';
import * as badgesText from '../../contract/text/badges.ts';
import { Badge } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';

/** Lists what an account has proven, and how quickly it usually answers. Renders nothing without either. */
export function SellerFacts({
	verified = [],
	response_time,
	className,
}: Pick<Person, 'verified' | 'response_time'> & { className?: string }) {
	if (verified.length === 0 && response_time === undefined) return null;
	return (
		<ul className={classes('flex flex-wrap items-center gap-x-3 gap-y-1.5', className)}>
			{verified.map((kind) => (
				<li key={kind}>
					<Badge variant="leaf">
						<BadgeCheck aria-hidden className="size-3.5" />
						{badgesText.verifiedKinds[kind]}
					</Badge>
				</li>
			))}
			{response_time !== undefined && (
				<li className="inline-flex items-center gap-1.5 text-14 text-quiet">
					<Clock aria-hidden className="size-4 shrink-0" />
					{badgesText.responseTimes[response_time]}
				</li>
			)}
		</ul>
	);
}
