import { RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import * as commonText from '../../contract/text/common.ts';
import { Button } from './button.tsx';

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
		<div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-14 text-center">
			<span aria-hidden className="flex size-16 items-center justify-center rounded-full bg-danger-soft text-danger">
				<TriangleAlert className="size-8" />
			</span>
			<Heading className="text-18">{title}</Heading>
			{children != null && <div className="text-quiet">{children}</div>}
			{(onRetry || action != null) && (
				<div className="mt-2 flex flex-wrap justify-center gap-2">
					{onRetry && (
						<Button loading={retrying} onClick={onRetry}>
							{!retrying && <RefreshCw aria-hidden className="size-5" />}
							{commonText.tryAgain}
						</Button>
					)}
					{action}
				</div>
			)}
		</div>
	);
}
