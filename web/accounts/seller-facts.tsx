import { BadgeCheck, Clock } from 'lucide-react';
import type { Person } from '../../contract/accounts/accounts.ts';
import * as badgesText from '../../text/web/badges.ts';
import { Badge } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';

type SellerFactsProps = Pick<Person, 'verified' | 'response_time'>;

/** Lists what an account has proven, and how quickly it usually answers. Renders nothing without either. */
export function SellerFacts({ className, ...facts }: SellerFactsProps & { className?: string }) {
	if (!facts.verified?.length && facts.response_time === undefined) return null;
	return (
		<ul className={classes('flex flex-wrap items-center gap-x-3 gap-y-1.5', className)}>
			<SellerFactItems {...facts} />
		</ul>
	);
}

/** Items of `SellerFacts`, for a list that has more items. */
export function SellerFactItems({ verified = [], response_time }: SellerFactsProps) {
	return (
		<>
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
		</>
	);
}
