import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Session } from '../../../contract/accounts/accounts.ts';
import type { PostKind } from '../../../contract/posts/posts.ts';
import * as promoteText from '../../../text/web/promote.ts';
import { useSession } from '../../accounts/session.ts';
import { PostList } from '../../feed/cards/post-list.tsx';
import { useApi } from '../../platform/api.ts';
import { composerPaths } from '../../posts/paths.ts';
import { postKindInfo } from '../../posts/post-kind-info.ts';
import { ownPostsQuery } from '../../posts/queries.ts';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PostComposer } from './post-composer.tsx';

export function PostComposerView({ kind }: { kind: PostKind }) {
	const session = useSession();
	return (
		<div className="mx-auto max-w-2xl">
			<h1 className="text-28">{promoteText.titles[kind]}</h1>
			<p className="mt-1 mb-4 text-quiet">{promoteText.leads[kind]}</p>
			<KindTabs kind={kind} />
			{session && (
				<>
					<PostComposer key={`${kind} ${session.id}`} session={session} kind={kind} />
					<h2 className="mt-8 mb-3 text-22">{promoteText.ownTitles[kind]}</h2>
					<OwnPosts key={kind} session={session} kind={kind} />
				</>
			)}
		</div>
	);
}

function KindTabs({ kind }: { kind: PostKind }) {
	return (
		<nav aria-label={promoteText.kinds} className="mb-4">
			<ul className="flex flex-wrap gap-2">
				{(['tweet', 'talk', 'picture'] as const).map((each) => {
					const { Icon, name } = postKindInfo[each];
					const current = each === kind;
					return (
						<li key={each}>
							<Link
								to={composerPaths[each]}
								aria-current={current ? 'page' : undefined}
								className={classes(
									'inline-flex min-h-11 items-center gap-2 rounded-full px-4 text-14',
									current ? 'bg-leaf-soft font-semibold text-leaf' : 'bg-sunken hover:bg-line',
								)}
							>
								<Icon aria-hidden className="size-4.5" />
								{name}
							</Link>
						</li>
					);
				})}
			</ul>
		</nav>
	);
}

function OwnPosts({ session, kind }: { session: Session; kind: PostKind }) {
	const query = useInfiniteQuery(ownPostsQuery(useApi(), session.id, kind));
	const { Icon, words: all } = postKindInfo[kind];
	return (
		<PostList
			query={query}
			posts={query.data}
			what={all}
			empty={<EmptyState icon={Icon} title={promoteText.emptyTitle(all)} hint={promoteText.emptyHints[kind]} />}
			end={promoteText.end(all)}
		/>
	);
}
