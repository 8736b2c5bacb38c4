import { RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import * as commonText from '../../text/shared/common.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

interface ErrorStateProps {
	title: string;
	/** Whether the title is red. */
	isRed?: boolean;
	/** Level of the heading. 'h1' is for an error that fills the page. */
	as?: 'h1' | 'h2';
	children?: ReactNode;
	onRetry?: () => void;
	retrying?: boolean;
	action?: ReactNode;
	/** Whether only the title and the retry button are shown, in one line. */
	small?: boolean;
}

export function ErrorState({
	as: Heading = 'h2',
	title,
	isRed = false,
	children,
	onRetry,
	retrying = false,
	action,
	small = false,
}: ErrorStateProps) {
	const retry = onRetry && <RetryButton small={small} retrying={retrying} onRetry={onRetry} />;
	// The key creates a new element after each try, so that screen readers announce a repeated failure.
	const key = String(retrying);
	const role = retrying ? undefined : 'alert';
	if (small) {
		return (
			<div className="flex flex-wrap items-center gap-x-4 text-14">
				<p key={key} role={role} className="text-quiet">
					{title}
				</p>
				{retry}
			</div>
		);
	}
	return (
		<div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-14 text-center">
			<div key={key} role={role} className="flex flex-col items-center gap-3">
				<span aria-hidden className="flex size-16 items-center justify-center rounded-full bg-danger-soft text-danger">
					<TriangleAlert className="size-8" />
				</span>
				<Heading className={classes('text-18', isRed && 'text-danger')}>{title}</Heading>
				{children != null && <div className="text-quiet">{children}</div>}
			</div>
			{(retry || action != null) && (
				<div className="mt-2 flex flex-wrap justify-center gap-2">
					{retry}
					{action}
				</div>
			)}
		</div>
	);
}

interface ErrorOverlayProps {
	title: string;
	hint: string;
	/** Whether the title is red. The error then has the colours of the page, on which red is readable. */
	isRed?: boolean;
	retrying?: boolean;
	onRetry: () => void;
}

/** An error that covers a picture or video. Leaves room for a price above it. A low picture has no room for the icon. */
export function ErrorOverlay({ title, hint, isRed = false, retrying = false, onRetry }: ErrorOverlayProps) {
	return (
		<div
			className={classes(
				'absolute inset-0 flex flex-col items-center justify-center-safe gap-2 overflow-y-auto px-4 pt-12 pb-4 text-center [container-type:size]',
				isRed ? 'bg-card' : 'bg-black/80 text-white',
			)}
		>
			<div
				key={String(retrying)}
				role={retrying ? undefined : 'alert'}
				className={classes('flex max-w-md flex-col items-center gap-2', isRed && 'text-danger')}
			>
				<TriangleAlert aria-hidden className="hidden size-8 [@container(height>=18rem)]:block" />
				<p className="text-balance font-semibold">{title}</p>
				<p className={classes('text-14', isRed ? 'text-quiet' : 'text-white/80')}>{hint}</p>
			</div>
			<RetryButton retrying={retrying} onRetry={onRetry} />
		</div>
	);
}

interface RetryButtonProps {
	retrying: boolean;
	onRetry: () => void;
	small?: boolean;
}

function RetryButton({ retrying, onRetry, small = false }: RetryButtonProps) {
	return (
		// The button uses `aria-disabled`, because a disabled button would lose the focus.
		<Button
			variant={small ? 'plain' : 'primary'}
			// The margin aligns the button's label with the title if the button wraps to a new line.
			className={classes(small && '-ml-4')}
			aria-disabled={retrying}
			aria-busy={retrying}
			onClick={() => {
				if (!retrying) onRetry();
			}}
		>
			<RefreshCw aria-hidden className={classes('size-5', retrying && 'animate-spin')} />
			{commonText.tryAgain}
		</Button>
	);
}
