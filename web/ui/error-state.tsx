import { RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import * as commonText from '../../contract/text/common.ts';
import { Button } from './button.tsx';
import { classes } from './classes.ts';

interface ErrorStateProps {
	title: string;
	/** The heading's element: 'h1' where it is the whole page. */
	as?: 'h1' | 'h2';
	/** What happened. */
	children?: ReactNode;
	/** Tries again. */
	onRetry?: () => void;
	retrying?: boolean;
	/** A further way out. */
	action?: ReactNode;
}

/** A list's or a page's face when loading failed: what happened, and a way on. */
export function ErrorState({
	as: Heading = 'h2',
	title,
	children,
	onRetry,
	retrying = false,
	action,
}: ErrorStateProps) {
	return (
		<div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-14 text-center">
			{/* Another one after each try, so that screen readers say that it has failed once more. */}
			<div key={String(retrying)} role={retrying ? undefined : 'alert'} className="flex flex-col items-center gap-3">
				<span aria-hidden className="flex size-16 items-center justify-center rounded-full bg-danger-soft text-danger">
					<TriangleAlert className="size-8" />
				</span>
				<Heading className="text-18">{title}</Heading>
				{children != null && <div className="text-quiet">{children}</div>}
			</div>
			{(onRetry || action != null) && (
				<div className="mt-2 flex flex-wrap justify-center gap-2">
					{onRetry && (
						// A button that is disabled would lose the focus.
						<Button
							aria-disabled={retrying}
							aria-busy={retrying}
							onClick={() => {
								if (!retrying) onRetry();
							}}
						>
							<RefreshCw aria-hidden className={classes('size-5', retrying && 'animate-spin')} />
							{commonText.tryAgain}
						</Button>
					)}
					{action}
				</div>
			)}
		</div>
	);
}
