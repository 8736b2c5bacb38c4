import { useSuspenseQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { data, Link, useNavigate } from 'react-router';
import { profilePath, sharePicturePaths } from '../../../contract/core/page-paths.ts';
import type { Post } from '../../../contract/posts/posts.ts';
import * as postsText from '../../../text/web/posts.ts';
import { Comments } from '../../comments/comments.tsx';
import { PostItem } from '../../feed/cards/post-item.tsx';
import { useViewTracking } from '../../insights/use-view-tracking.ts';
import { useApi } from '../../platform/api.ts';
import { type LoadFunction, loadPage, requirePath } from '../../platform/loader.ts';
import { getBrand, getOrigin, pageMeta } from '../../platform/page-meta.ts';
import { composerPaths, postPath } from '../../posts/paths.ts';
import { buildPostJsonLd, getPostTitle } from '../../posts/post-json-ld.ts';
import { postKindInfo } from '../../posts/post-kind-info.ts';
import { postQuery } from '../../posts/queries.ts';
import { shortenToSingleLine } from '../../posts/text-tokens.ts';
import type { Route } from './+types/page.ts';

/** Loads a post by its id. Redirects to the path of the post. */
const loadPost: LoadFunction<{ id: string }, Post> = async ({ api, queryClient, params, url }) => {
	if (!/^[1-9]\d{0,14}$/.test(params.id)) throw data(null, { status: 404 });
	const post = await queryClient.fetchQuery(postQuery(api, params.id));
	requirePath(url, postPath(post));
	return post;
};

export function loader(args: Route.LoaderArgs) {
	return loadPage(args, loadPost);
}

export function clientLoader(args: Route.ClientLoaderArgs) {
	return loadPage(args, loadPost);
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	const { name } = getBrand(matches);
	if (!loaderData) return [{ title: name }];
	const post = loaderData.page;
	return [
		...pageMeta(matches, {
			title: getPostTitle(post),
			description: shortenToSingleLine(post.text, 160) || postsText.summary(getPostTitle(post), name),
			path: postPath(post),
			picture: sharePicturePaths.post(post.id),
			type: 'article',
		}),
		{ 'script:ld+json': buildPostJsonLd(post, profilePath(post.author.user_name), getOrigin(matches)) },
	];
}

export default function PostPage({ params }: Route.ComponentProps) {
	return <PostView key={params.id} id={params.id} />;
}

function PostView({ id }: { id: string }) {
	const navigate = useNavigate();
	const { data: post } = useSuspenseQuery(postQuery(useApi(), id));
	useViewTracking('posts', post.id, post.author.user_name);
	const { name } = postKindInfo[post.kind];
	const author = post.author.display_name || post.author.user_name;
	// A picture links back to its author's profile. Tweets and talks link back to the For You feed.
	const back =
		post.kind === 'picture'
			? { to: profilePath(post.author.user_name), label: postsText.moreFrom(author) }
			: { to: '/for-you', label: postsText.moreTweetsAndTalks };
	return (
		<div className="mx-auto max-w-2xl">
			<Link
				to={back.to}
				className="-mt-2 mb-1 inline-flex min-h-11 max-w-full items-center gap-2 rounded-control text-14 text-quiet hover:text-leaf"
			>
				<ArrowLeft aria-hidden className="size-4.5 shrink-0" />
				<span className="truncate">{back.label}</span>
			</Link>
			<h1 className="mb-3 text-22">{postsText.title(name, author)}</h1>
			<PostItem post={post} expanded eager onDelete={() => navigate(composerPaths[post.kind])} />
			<div className="mt-6">
				<Comments target="posts" id={post.id} count={post.comments} />
			</div>
		</div>
	);
}
