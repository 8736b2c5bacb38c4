import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import * as commonText from '../../contract/text/common.ts';
import * as controlsText from '../../contract/text/controls.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import { useLessData } from './less-data.ts';

interface ShowMoreProps {
	loading: boolean;
	/** The last try failed: the next one waits for a tap. */
	failed: boolean;
	/** The button's words where the list goes on by a tap alone. */
	words?: string | undefined;
	onMore: () => void;
}

/** The end of a list that goes on: asks for more as it comes near, and on a tap; to save data, or with words of its own, on a tap only. */
export function ShowMore({ loading, failed, words, onMore }: ShowMoreProps) {
	const mark = useRef<HTMLDivElement>(null);
	const byTap = useLessData() || words !== undefined;
	const ask = useEffectEvent(onMore);
	useEffect(() => {
		if (!mark.current || loading || failed || byTap) return;
		const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && ask(), {
			rootMargin: '0px 0px 600px',
		});
		observer.observe(mark.current);
		return () => observer.disconnect();
	}, [loading, failed, byTap]);
	return (
		<div
			ref={mark}
			className={classes('flex flex-col items-center gap-3 text-center', words === undefined ? 'py-8' : 'pt-5')}
		>
			{failed && (
				<p role="alert" className="text-14 text-quiet">
					{controlsText.moreFailed}
				</p>
			)}
			<Button look="quiet" loading={loading} onClick={onMore}>
				{failed && !loading && <RefreshCw aria-hidden className="size-5" />}
				{failed ? commonText.tryAgain : (words ?? controlsText.showMore)}
			</Button>
		</div>
	);
}
