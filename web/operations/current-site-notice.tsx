import { useContext } from 'react';
import { Link, useRouteLoaderData } from 'react-router';
import type { SiteNotice } from '../../contract/operations/operations.ts';
import * as commonText from '../../text/shared/common.ts';
import * as layoutText from '../../text/shared/layout.ts';
import { NonceContext } from '../platform/nonce.ts';
import { createStoredValue, useStoredValue } from '../platform/stored-value.ts';

/** The part of the root loader's result that the notice needs. The root's own type would make a cycle of imports. */
type RootData = { notice: SiteNotice | null };

/** Shows the site-wide notice, which the root loader returns. */
export function CurrentSiteNotice() {
	const notice = (useRouteLoaderData('root') as RootData | undefined)?.notice;
	return notice ? <SiteNoticeBar notice={notice} /> : null;
}

const storageKey = 'dismissedNotice';
const dismissed = createStoredValue(storageKey, (value) => (typeof value === 'number' ? value : null));

/** Shows the site-wide notice until the user dismisses it on this device. */
function SiteNoticeBar({ notice: { id, text, path } }: { notice: SiteNotice }) {
	const nonce = useContext(NonceContext);
	if (useStoredValue(dismissed) === id) return null;
	return (
		<aside
			aria-label={layoutText.notice}
			suppressHydrationWarning
			className="flex items-center justify-center gap-2 bg-marigold-soft px-4 text-14 print:hidden"
		>
			{/* The script hides a dismissed notice before the first paint, so that the layout does not shift. */}
			<script
				nonce={nonce}
				suppressHydrationWarning
			>{`try{document.currentScript.parentElement.hidden=localStorage.${storageKey}=='${id}'}catch{}`}</script>
			<p className="py-2">
				{text}{' '}
				{path && (
					<Link to={path} className="font-semibold underline">
						{commonText.readMore}
					</Link>
				)}
			</p>
			<button
				type="button"
				aria-label={layoutText.dismissNotice}
				onClick={() => dismissed.set(id)}
				className="size-11 text-18"
			>
				×
			</button>
		</aside>
	);
}
