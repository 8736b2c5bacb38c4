import { useLocation } from 'react-router';
import type { PostKind } from '../../../contract/posts/posts.ts';
import * as promoteText from '../../../text/web/promote.ts';
import { RequireSession } from '../../accounts/require-session.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { composerPaths } from '../../posts/paths.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/page.ts';
import { PostComposerView } from './post-composer-view.tsx';

export { requireSession as clientLoader } from '../../accounts/require-session.tsx';

export function HydrateFallback() {
	return <Spinner fullPage />;
}

export function meta({ matches, location }: Route.MetaArgs) {
	return pageMeta(matches, { title: promoteText.titles[parseKind(location.pathname)], hidden: true });
}

export default function PostComposerPage() {
	const { pathname } = useLocation();
	return (
		<RequireSession>
			<PostComposerView kind={parseKind(pathname)} />
		</RequireSession>
	);
}

function parseKind(pathname: string): PostKind {
	const path = pathname.toLowerCase();
	return (['talk', 'picture'] as const).find((kind) => path.startsWith(composerPaths[kind].toLowerCase())) ?? 'tweet';
}
