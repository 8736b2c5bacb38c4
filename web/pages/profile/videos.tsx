import { useInfiniteQuery } from '@tanstack/react-query';
import { Clapperboard } from 'lucide-react';
import { profilePath } from '../../../contract/core/page-paths.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as profileText from '../../../text/web/profile.ts';
import { AdList } from '../../feed/cards/ad-list.tsx';
import { userVideosQuery } from '../../feed/seller-queries.ts';
import { useApi } from '../../platform/api.ts';
import { loadPage } from '../../platform/loader.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import type { Route } from './+types/videos.ts';
import { profileMeta } from './profile-meta.ts';

export function loader(args: Route.LoaderArgs) {
	return loadPage(args, async ({ api, queryClient, params }) => {
		await queryClient.fetchInfiniteQuery(userVideosQuery(api, params.user_name));
	});
}

export function clientLoader() {
	return { page: undefined };
}

export function meta({ matches }: Route.MetaArgs) {
	// `matches` holds the root, the app layout, the profile layout and this page.
	const [, , layout] = matches;
	return profileMeta(matches, layout.loaderData, { tab: '/videos', title: profileText.videosPageTitle });
}

export default function ProfileVideos({ params }: Route.ComponentProps) {
	return (
		<>
			<h2 className="sr-only">{commonText.videos}</h2>
			<Videos userName={params.user_name} />
		</>
	);
}

function Videos({ userName }: { userName: string }) {
	const query = useInfiniteQuery(userVideosQuery(useApi(), userName));
	return (
		<AdList
			query={query}
			ads={query.data}
			empty={
				<EmptyState
					icon={Clapperboard}
					title={commonText.noVideos}
					action={
						<ButtonLink to={profilePath(userName)} variant="quiet">
							{profileText.seePictures}
						</ButtonLink>
					}
					hint={profileText.noVideosHint}
				/>
			}
			end={profileText.listEnd}
		/>
	);
}
