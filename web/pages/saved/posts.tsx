import { type MetaArgs, useLocation } from 'react-router';
import type { Post } from '../../../contract/posts/posts.ts';
import * as savedText from '../../../text/web/saved.ts';
import { PostItem } from '../../feed/cards/post-item.tsx';
import { useApi } from '../../platform/api.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { PostCardSkeleton } from '../../posts/post-card.tsx';
import { SavedPage } from './saved-page.tsx';

export function meta({ matches, location }: MetaArgs) {
	return pageMeta(matches, { title: savedText.titles[parseList(location.pathname)], hidden: true });
}

export default function SavedPostsPage() {
	const api = useApi();
	const list = parseList(useLocation().pathname);
	return (
		<SavedPage
			key={list}
			list={list}
			title={savedText.titles[list]}
			load={async (ids, signal) =>
				(await api.listPosts({ query: { ids: ids.join(','), limit: ids.length } }, { signal })).items
			}
			getSearchText={getSearchText}
			empty={{
				lead: savedText.emptyHints[list],
				to: '/for-you',
				action: savedText.readPosts,
			}}
			skeleton={<PostCardSkeleton />}
			gridClasses="flex flex-col gap-3 wide:gap-4"
		>
			{(post) => <PostItem post={post} />}
		</SavedPage>
	);
}

function parseList(pathname: string): 'tweets' | 'talks' {
	return pathname.toLowerCase().startsWith('/talk') ? 'talks' : 'tweets';
}

function getSearchText({ text, category, author }: Post): string {
	return `${text} ${category ?? ''} ${author.display_name} ${author.user_name}`;
}
