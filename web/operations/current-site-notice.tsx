import type { ComponentProps } from 'react';
import { useRouteLoaderData } from 'react-router';
import { SiteNoticeBar } from './site-notice-bar.tsx';

/** The part of the root loader's result that the notice needs. The root's own type would make a cycle of imports. */
type RootData = { notice: ComponentProps<typeof SiteNoticeBar>['notice'] | null };

/** Shows the site-wide notice, which the root loader returns. */
export function CurrentSiteNotice() {
	const notice = (useRouteLoaderData('root') as RootData | undefined)?.notice;
	return notice ? <SiteNoticeBar notice={notice} /> : null;
}
