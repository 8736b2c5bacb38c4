import { useRouteLoaderData } from 'react-router';
import { SiteNoticeBar } from '../operations/site-notice-bar.tsx';
import type { loader } from '../root.tsx';

/** Shows the site-wide notice, which the root loader returns. */
export function CurrentSiteNotice() {
	const notice = useRouteLoaderData<typeof loader>('root')?.notice;
	return notice ? <SiteNoticeBar notice={notice} /> : null;
}
