import type { AdCard } from '../../contract/ads/ads.ts';
import { useSession } from '../accounts/session.ts';
import { classes } from '../ui/classes.ts';
import { Skeleton } from '../ui/skeleton.tsx';

/** Classes of the bar that contains the main action of a buyer: above the bottom bar on phones, part of the page on wide screens. */
export const contactBarClasses =
	'fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom)+1px)] z-20 bg-card px-4 py-2.5 shadow-soft wide:static wide:flex-col wide:bg-transparent wide:p-0 wide:shadow-none';

interface ContactSkeletonProps {
	state: AdCard['state'];
	/** User name of the seller. */
	seller: string;
}

/** Placeholder of a buyer's ways to get in touch. Renders nothing for the seller and for a sold ad. */
export function ContactSkeleton({ state, seller }: ContactSkeletonProps) {
	const isOwn = useSession()?.user_name === seller;
	if (state === 'sold' || isOwn) return null;
	return (
		<div className="flex flex-col gap-3">
			<div className={classes('flex gap-2', contactBarClasses)}>
				<Skeleton className="h-13 flex-1 wide:flex-none" />
			</div>
			<Skeleton className="h-24" />
		</div>
	);
}
