import { CalendarDays, CircleCheck, MapPin, Tag, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Profile } from '../../contract/accounts.ts';
import { sellerReviewsPath, sellerShopPath } from '../../contract/page-paths.ts';
import * as profileText from '../../contract/text/profile.ts';
import * as shopText from '../../contract/text/shop.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Rating } from '../ui/rating.tsx';
import { formatMonth } from './profile-json-ld.ts';
import { SellerFacts } from './seller-facts.tsx';

interface ProfileHeaderProps {
	profile: Profile;
	/** Numbers of ads for sale and of sold ads; undefined before they load. */
	counts: { for_sale: number; sold: number } | undefined;
	followers: string;
	children?: ReactNode;
}

export function ProfileHeader({ profile, counts, followers, children }: ProfileHeaderProps) {
	const name = profile.display_name || profile.user_name;
	return (
		<header>
			<div className="flex items-center gap-4">
				<Avatar name={name} image={profile.user_image} size="large" />
				<div className="min-w-0">
					<h1 className="text-22 wide:text-28">{name}</h1>
					<p className="truncate text-quiet">@{profile.user_name}</p>
				</div>
			</div>
			<SellerFacts verified={profile.verified} response_time={profile.response_time} className="mt-4" />
			{profile.business_name !== null && (
				<p className="mt-1.5 text-14 text-quiet wrap-anywhere">{profileText.registeredAs(profile.business_name)}</p>
			)}
			{profile.bio !== '' && <p className="mt-4 max-w-prose whitespace-pre-line">{profile.bio}</p>}
			<ul className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-14 text-quiet">
				{profile.rating && (
					<li className="inline-flex items-center">
						<Link
							to={sellerReviewsPath(profile.user_name)}
							className="-my-3 inline-flex min-h-11 items-center hover:text-leaf"
						>
							<Rating rating={profile.rating} withCount />
						</Link>
					</li>
				)}
				{counts !== undefined && counts.for_sale > 0 && (
					<li className="inline-flex items-center">
						<Link
							to={sellerShopPath(profile.user_name)}
							preventScrollReset
							className="-my-3 inline-flex min-h-11 items-center gap-1.5 hover:text-leaf"
						>
							<Tag aria-hidden className="size-4" />
							{shopText.itemsForSale(counts.for_sale)}
						</Link>
					</li>
				)}
				{counts !== undefined && counts.sold > 0 && (
					<li className="inline-flex items-center gap-1.5">
						<CircleCheck aria-hidden className="size-4" />
						{shopText.itemsSold(counts.sold)}
					</li>
				)}
				{profile.place && (
					<li className="inline-flex min-w-0 items-center gap-1.5">
						<MapPin aria-hidden className="size-4 shrink-0" />
						<span className="min-w-0">{profile.place}</span>
					</li>
				)}
				<li className="inline-flex items-center gap-1.5">
					<Users aria-hidden className="size-4" />
					{followers}
				</li>
				<li className="inline-flex items-center gap-1.5">
					<CalendarDays aria-hidden className="size-4" />
					{profileText.joined(formatMonth(profile.created_at))}
				</li>
			</ul>
			{children != null && <div className="mt-4 flex flex-wrap items-center gap-2">{children}</div>}
		</header>
	);
}
