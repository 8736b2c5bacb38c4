import { LoaderCircle } from 'lucide-react';
import * as controlsText from '../../text/web/controls.ts';
import { classes } from './classes.ts';

interface SpinnerProps {
	/** Text for screen readers that says what is loading. */
	label?: string;
	fullScreen?: boolean;
	/** Whether the page stays visible under a full-screen spinner. */
	translucent?: boolean;
	/** Whether the spinner takes the whole content area, so that the bars of the app stay usable. */
	fullPage?: boolean;
}

export function Spinner({
	label = controlsText.loading,
	fullScreen = false,
	translucent = false,
	fullPage = false,
}: SpinnerProps) {
	return (
		<div
			role="status"
			className={classes(
				'flex items-center justify-center text-leaf',
				fullScreen
					? classes('fixed inset-0 z-50', translucent ? 'bg-page/70' : 'bg-page')
					: fullPage
						? 'min-h-[calc(100dvh-12rem)]'
						: 'min-h-24',
			)}
		>
			<LoaderCircle aria-hidden className={classes('animate-spin', fullScreen || fullPage ? 'size-12' : 'size-7')} />
			<span className="sr-only">{label}</span>
		</div>
	);
}
