import { Link } from 'react-router';
import type { Person } from '../../../contract/accounts/accounts.ts';
import { profilePath } from '../../../contract/core/page-paths.ts';
import { SellerFacts } from '../../accounts/seller-facts.tsx';
import { FollowButton } from '../../follows/follow-button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Card } from '../../ui/card.tsx';
import { Rating } from '../../ui/rating.tsx';
import { useReducedData } from '../../ui/reduced-data.ts';
import { Highlighted } from './highlighted.tsx';

interface SellerCardProps {
	seller: Person;
	/** Line below the seller's name. Defaults to the user name. */
	subtitle?: string;
}

export function SellerCard({ seller, subtitle }: SellerCardProps) {
	const reducedData = useReducedData();
	const name = seller.display_name || seller.user_name;
	return (
		<Card className="flex min-h-16 flex-wrap items-center gap-3 p-3">
			<Link
				to={profilePath(seller.user_name)}
				prefetch={reducedData ? 'none' : 'intent'}
				className="flex min-h-11 min-w-32 flex-1 items-center gap-3 rounded-control hover:text-leaf"
			>
				<Avatar name={name} image={seller.user_image} />
				<span className="min-w-0 flex-1">
					<span className="block truncate font-semibold">
						<Highlighted text={name} />
					</span>
					<span className="flex flex-wrap gap-x-2 text-14 text-quiet">
						<span className="min-w-0 truncate">{subtitle ?? <Highlighted text={`@${seller.user_name}`} />}</span>
						{seller.rating && <Rating rating={seller.rating} withCount />}
					</span>
				</span>
			</Link>
			<FollowButton userName={seller.user_name} name={name} />
			<SellerFacts verified={seller.verified} response_time={seller.response_time} className="basis-full" />
		</Card>
	);
}
