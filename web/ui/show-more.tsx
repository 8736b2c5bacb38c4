import { RefreshCw } from 'lucide-react';
import { useEffect, useRef } from 'react';
import * as commonText from '../../text/shared/common.ts';
import * as controlsText from '../../text/web/controls.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { useReducedData } from './reduced-data.ts';

interface ShowMoreProps {
	loading: boolean;
	/** Whether the last try to load failed. The next try then waits for a tap. */
	failed: boolean;
	/** Label of the button. With a label, the list loads more only on a tap. */
	label?: string | undefined;
	onMore: () => void;
}

/** Button at the end of a list. Also loads more by itself when the end comes near, but not with a label or with reduced data. */
export function ShowMore({ loading, failed, label, onMore }: ShowMoreProps) {
	const sentinel = useRef<HTMLDivElement>(null);
	const isManual = useReducedData() || label !== undefined;
	// Each render observes anew, because an observer reports nothing if the end is still near after more was loaded.
	useEffect(() => {
		if (!sentinel.current || loading || failed || isManual) return;
		const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onMore(), {
			rootMargin: '0px 0px 600px',
		});
		observer.observe(sentinel.current);
		return () => observer.disconnect();
	});
	return (
		<div
			ref={sentinel}
			className={classes('flex flex-col items-center gap-3 text-center', label === undefined ? 'py-8' : 'pt-5')}
		>
			{failed && (
				<p role="alert" className="text-14 text-quiet">
					{controlsText.moreFailed}
				</p>
			)}
			<Button variant="quiet" loading={loading} onClick={onMore}>
				{failed && !loading && <RefreshCw aria-hidden className="size-5" />}
				{failed ? commonText.tryAgain : (label ?? controlsText.showMore)}
			</Button>
		</div>
	);
}
