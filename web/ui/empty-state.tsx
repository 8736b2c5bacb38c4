import type { ComponentType, ReactNode } from 'react';

interface EmptyStateProps {
	icon?: ComponentType<{ className?: string }>;
	title: string;
	/** Level of the heading. 'h1' is for an empty state that fills the page. */
	as?: 'h1' | 'h2';
	/** Sentence under the title. */
	hint?: string | undefined;
	action?: ReactNode;
	/** Parts between the title and the action of a page that has more to say than a hint. */
	children?: ReactNode;
}

export function EmptyState({ as: Heading = 'h2', icon: Icon, title, hint, children, action }: EmptyStateProps) {
	return (
		<div className="mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-14 text-center">
			{Icon && (
				<span aria-hidden className="flex size-16 items-center justify-center rounded-full bg-leaf-soft text-leaf">
					<Icon className="size-8" />
				</span>
			)}
			<Heading className="text-18">{title}</Heading>
			{hint !== undefined && <p className="text-quiet">{hint}</p>}
			{children != null && <div className="text-quiet">{children}</div>}
			{action != null && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
		</div>
	);
}
