import { useInfiniteQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import * as reviewsText from '../../../text/web/reviews.ts';
import { profileQuery } from '../../accounts/queries.ts';
import { useSession } from '../../accounts/session.ts';
import { InfiniteList } from '../../data/infinite-list.tsx';
import { useApi } from '../../platform/api.ts';
import { loadPage } from '../../platform/loader.ts';
import { reviewsQuery } from '../../reviews/queries.ts';
import { ReviewItem } from '../../reviews/review-item.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/reviews.ts';
import { profileMeta } from './profile-meta.ts';

export function loader(args: Route.LoaderArgs) {
	return loadPage(args, async ({ api, queryClient, params }) => {
		await queryClient.fetchInfiniteQuery(reviewsQuery(api, params.user_name));
	});
}

export function clientLoader() {
	return { page: undefined };
}

export function meta({ matches }: Route.MetaArgs) {
	// `matches` holds the root, the app layout, the profile layout and this page.
	const [, , layout] = matches;
	return profileMeta(matches, layout.loaderData, { tab: '/reviews', title: reviewsText.pageTitle });
}

export default function ProfileReviews({ params }: Route.ComponentProps) {
	return (
		<>
			<h2 className="sr-only">{reviewsText.tab}</h2>
			<Reviews userName={params.user_name} />
		</>
	);
}

function Reviews({ userName }: { userName: string }) {
	const api = useApi();
	const query = useInfiniteQuery(reviewsQuery(api, userName));
	const { data: seller } = useSuspenseQuery(profileQuery(api, userName));
	const isOwn = useSession()?.id === seller.id;
	const queryClient = useQueryClient();
	return (
		<div className="max-w-2xl">
			<InfiniteList
				query={query}
				items={query.data}
				loading={reviewsText.loading}
				skeleton={<ReviewSkeletons />}
				failure={reviewsText.loadFailed}
				empty={
					<EmptyState
						icon={Star}
						title={reviewsText.empty}
						hint={isOwn ? reviewsText.ownEmptyHint : reviewsText.emptyHint}
					/>
				}
				end={reviewsText.listEnd}
			>
				{(reviews) => (
					<ul className="flex flex-col gap-3">
						{reviews.map((review) => (
							<li key={review.id}>
								<ReviewItem
									review={review}
									seller={seller}
									onChanged={() => queryClient.invalidateQueries(profileQuery(api, userName))}
								/>
							</li>
						))}
					</ul>
				)}
			</InfiniteList>
		</div>
	);
}

function ReviewSkeletons() {
	return (
		<div className="flex flex-col gap-3">
			<Skeleton className="h-32 rounded-card" />
			<Skeleton className="h-32 rounded-card" />
			<Skeleton className="h-32 rounded-card" />
		</div>
	);
}
