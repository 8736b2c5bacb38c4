import { Building2, CalendarDays, CircleCheck, MapPin, Tag, Users } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Profile } from '../../contract/accounts/accounts.ts';
import { sellerReviewsPath, sellerShopPath } from '../../contract/core/page-paths.ts';
import * as commonText from '../../text/shared/common.ts';
import * as shopText from '../../text/shared/shop.ts';
import * as badgesText from '../../text/web/badges.ts';
import * as profileText from '../../text/web/profile.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Badge } from '../ui/badge.tsx';
import { classes } from '../ui/classes.ts';
import { Rating } from '../ui/rating.tsx';
import { formatMonth } from './profile-json-ld.ts';
import { SellerFactItems } from './seller-facts.tsx';

interface ProfileHeaderProps {
	profile: Profile;
	/** Numbers of ads for sale and of sold ads; undefined before they load. */
	counts: { for_sale: number; sold: number } | undefined;
	followers: string;
	/** Decorative band behind the avatar. */
	cover: ReactNode;
	/** Small round buttons on the cover. */
	coverActions: ReactNode;
	/** Buttons that fit into one row on a phone. */
	actions: ReactNode;
}

/** Header of a shop. It is low, so that the first products are on the first screen. */
export function ProfileHeader({ profile, counts, followers, cover, coverActions, actions }: ProfileHeaderProps) {
	const name = profile.display_name || profile.user_name;
	return (
		<header className="-mx-4 -mt-4 wide:mx-0 wide:mt-0">
			<div className="relative h-18 overflow-hidden wide:rounded-card">
				{cover}
				<div className="absolute top-2 right-2 flex gap-2">{coverActions}</div>
			</div>
			<div className="flex flex-wrap items-center gap-x-6 px-4 md:gap-y-2 wide:px-0">
				<div className="flex min-w-0 flex-[1_1_18rem] flex-wrap items-start gap-x-2">
					<span className="relative -mt-9 -ml-1 flex shrink-0 rounded-full bg-page p-1">
						<Avatar name={name} image={profile.user_image} size="large" />
					</span>
					<div className="min-w-0 flex-[1_1_9rem] pt-1.5">
						<h1 className="text-22 wrap-anywhere">{name}</h1>
						<p className="flex flex-wrap items-center gap-x-2 text-14 text-quiet">
							<span className="truncate">@{profile.user_name}</span>
							<VerifiedBadge verified={profile.verified} />
						</p>
					</div>
				</div>
				<div className="mt-2.5 flex w-full flex-wrap items-center gap-2 md:mt-0 md:w-auto">{actions}</div>
				<Facts profile={profile} counts={counts} followers={followers} />
				{profile.bio !== '' && <Bio text={profile.bio} />}
			</div>
		</header>
	);
}

/** Short mark of a verified account, hidden from screen readers, because the facts list what was proven. */
function VerifiedBadge({ verified = [] }: Pick<Profile, 'verified'>) {
	return (
		verified.length > 0 && (
			<span aria-hidden className="md:hidden">
				<Badge variant="leaf">{badgesText.verified}</Badge>
			</span>
		)
	);
}

const factClasses = 'inline-flex items-center gap-1.5 [&>svg]:shrink-0';
const factLinkClasses = 'inline-flex min-h-11 items-center gap-1.5 hover:text-leaf md:-my-3';

/** Facts of a shop, the most important first: on phones one line that scrolls, beyond as many lines as they need. */
function Facts({ profile, counts, followers }: Pick<ProfileHeaderProps, 'profile' | 'counts' | 'followers'>) {
	const { user_name, rating, place, business_name, created_at, verified, response_time } = profile;
	const list = useRef<HTMLUListElement>(null);
	const scrolls = useOverflow(list, 'Width');
	return (
		<ul
			ref={list}
			aria-label={shopText.facts}
			// Not every browser lets the keyboard scroll a list without it.
			tabIndex={scrolls ? 0 : undefined}
			className="-mx-4 -mb-2 flex min-h-11 min-w-full items-center gap-x-4 gap-y-1.5 overflow-x-auto whitespace-nowrap pr-8 pl-4 text-14 text-quiet -outline-offset-2 [mask-image:linear-gradient(to_right,black_calc(100%-2rem),transparent)] [scrollbar-width:none] md:mx-0 md:mb-0 md:min-h-0 md:flex-wrap md:overflow-visible md:whitespace-normal md:px-0 md:wrap-anywhere md:[mask-image:none]"
		>
			{rating && (
				<li className={factClasses}>
					<Link to={sellerReviewsPath(user_name)} className={factLinkClasses}>
						<Rating rating={rating} withCount />
					</Link>
				</li>
			)}
			{counts !== undefined && counts.for_sale > 0 && (
				<li className={factClasses}>
					<Link to={sellerShopPath(user_name)} preventScrollReset className={factLinkClasses}>
						<Tag aria-hidden className="size-4" />
						{shopText.itemsForSale(counts.for_sale)}
					</Link>
				</li>
			)}
			{counts !== undefined && counts.sold > 0 && (
				<li className={factClasses}>
					<CircleCheck aria-hidden className="size-4" />
					{shopText.itemsSold(counts.sold)}
				</li>
			)}
			<SellerFactItems verified={verified} response_time={response_time} />
			{place && (
				<li className={factClasses}>
					<MapPin aria-hidden className="size-4" />
					{place}
				</li>
			)}
			<li className={factClasses}>
				<Users aria-hidden className="size-4" />
				{followers}
			</li>
			{business_name !== null && (
				<li className={factClasses}>
					<Building2 aria-hidden className="size-4" />
					{profileText.registeredAs(business_name)}
				</li>
			)}
			<li className={factClasses}>
				<CalendarDays aria-hidden className="size-4" />
				{profileText.joined(formatMonth(created_at))}
			</li>
		</ul>
	);
}

/** Returns whether the content of an element is larger than the element. */
function useOverflow(element: RefObject<HTMLElement | null>, side: 'Width' | 'Height'): boolean {
	const [overflows, setOverflows] = useState(false);
	// The effect runs after each render, because other content has another size.
	useEffect(() => {
		const { current } = element;
		if (!current) return;
		const observer = new ResizeObserver(() => setOverflows(current[`scroll${side}`] > current[`client${side}`]));
		observer.observe(current);
		return () => observer.disconnect();
	});
	return overflows;
}

/** One line of the seller's own words, with a button if there is more. */
function Bio({ text }: { text: string }) {
	const element = useRef<HTMLParagraphElement>(null);
	const [isOpen, setOpen] = useState(false);
	const isCut = useOverflow(element, 'Height');
	return (
		<div className="mt-1 flex w-full items-start gap-2 md:mt-0">
			<p
				ref={element}
				dir="auto"
				className={classes(
					'min-w-0 flex-1 text-14 wrap-anywhere md:text-16',
					isOpen ? 'max-w-prose whitespace-pre-line' : 'line-clamp-1 noscript:line-clamp-none',
				)}
			>
				{text}
			</p>
			{(isCut || isOpen) && (
				<button
					type="button"
					aria-expanded={isOpen}
					onClick={() => setOpen(!isOpen)}
					className="-my-3 min-h-11 shrink-0 font-semibold text-14 text-leaf md:-my-2.5"
				>
					{isOpen ? commonText.collapse : commonText.readMore}
				</button>
			)}
		</div>
	);
}
