import { useMatch } from 'react-router';
import type { PostKind } from '../../../contract/posts.ts';
import * as promoteText from '../../../contract/text/promote.ts';
import { RequireSession, requireSession } from '../../accounts/require-session.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { composerPaths } from '../../posts/addresses.ts';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/page.ts';
import { PostStudio } from './studio.tsx';

/** Rendered in the browser only: this keeps the server from it, and visitors out. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
	requireSession(request);
	return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
	return <Spinner fullScreen />;
}

export function meta({ matches, location }: Route.MetaArgs) {
	const talk = location.pathname.toLowerCase().startsWith(composerPaths.talk);
	return pageMeta(matches, { title: promoteText.titles[talk ? 'talk' : 'tweet'], hidden: true });
}

export default function PromotePage() {
	const kind: PostKind = useMatch(composerPaths.talk) ? 'talk' : 'tweet';
	return (
		<RequireSession>
			<PostStudio kind={kind} />
		</RequireSession>
	);
}
