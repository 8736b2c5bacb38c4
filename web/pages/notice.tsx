import { useRouteLoaderData } from 'react-router';
import { NoticeBar } from '../operations/notice-bar.tsx';
import type { loader } from '../root.tsx';

/** The market-wide notice, which the root loader returns. */
export function Notice() {
	const notice = useRouteLoaderData<typeof loader>('root')?.notice;
	return notice ? <NoticeBar notice={notice} /> : null;
}
