import { useRouteLoaderData } from 'react-router';
import { NoticeBar } from '../operations/notice-bar.tsx';
import type { loader } from '../root.tsx';

/** What everybody is told, if anything; it has come with the page. */
export function Notice() {
	const notice = useRouteLoaderData<typeof loader>('root')?.notice;
	return notice ? <NoticeBar notice={notice} /> : null;
}
