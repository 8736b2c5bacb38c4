import type { ReactNode } from 'react';

interface EmptyStateProps {
	icon?: ReactNode;
	title: string;
	/** What to do next. */
	children?: ReactNode;
	action?: ReactNode;
}

/** A list's face while there is nothing in it. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
	return (
		<div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-14 text-center">
			{icon != null && (
				<span aria-hidden className="flex size-16 items-center justify-center rounded-full bg-leaf-soft text-leaf">
					{icon}
				</span>
			)}
			<h2 className="text-18">{title}</h2>
			{children != null && <div className="text-quiet">{children}</div>}
			{action != null && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
		</div>
	);
}
