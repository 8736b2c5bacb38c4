import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { profilePath } from '../../contract/core/page-paths.ts';
import * as layoutText from '../../text/shared/layout.ts';
import * as followsText from '../../text/web/follows.ts';
import { FollowButton } from '../follows/follow-button.tsx';
import { useFollowedSellers } from '../follows/follows.ts';
import { useActor } from '../platform/actor.ts';
import { useApi } from '../platform/api.ts';
import { Avatar } from '../ui/avatar.tsx';
import { suggestedSellersQuery } from './seller-queries.ts';

const maxSellers = 3;

/** A few sellers that the user does not follow yet. Renders nothing if there are none. */
export function SuggestedSellers() {
	const actor = useActor();
	const { data } = useQuery(suggestedSellersQuery(useApi()));
	const followed = useFollowedSellers(data?.map((seller) => seller.user_name) ?? []);
	// Sellers that the user follows in this list stay in it, so that the user can unfollow them.
	const [initiallyFollowed, setInitiallyFollowed] = useState<readonly string[] | null>(null);
	if (data && followed && !initiallyFollowed) setInitiallyFollowed(followed);
	const sellers =
		initiallyFollowed &&
		data?.filter((seller) => seller.id !== actor?.id && !initiallyFollowed.includes(seller.user_name));
	if (!sellers || sellers.length === 0) return null;
	return (
		<section
			aria-labelledby="suggested-sellers"
			className="mt-4 max-h-[30dvh] shrink-0 overflow-y-auto border-line border-t pt-4 pr-1"
		>
			<h2 id="suggested-sellers" className="mb-1 px-3 text-16">
				{layoutText.sellersToFollow}
			</h2>
			<ul>
				{sellers.slice(0, maxSellers).map((seller) => {
					const name = seller.display_name || seller.user_name;
					return (
						<li key={seller.id} className="flex items-center gap-2 pl-3">
							<Link
								to={profilePath(seller.user_name)}
								className="flex min-h-14 min-w-0 flex-1 items-center gap-2.5 rounded-control text-14 hover:text-leaf"
							>
								<Avatar name={name} image={seller.user_image} />
								<span className="min-w-0">
									<span className="block truncate font-semibold">{name}</span>
									<span className="block truncate text-12 text-quiet">
										{seller.place ?? followsText.followers(seller.followers)}
									</span>
								</span>
							</Link>
							<FollowButton
								userName={seller.user_name}
								name={name}
								variant="plain"
								className="px-3! text-14! [&>svg]:hidden"
							/>
						</li>
					);
				})}
			</ul>
		</section>
	);
}
