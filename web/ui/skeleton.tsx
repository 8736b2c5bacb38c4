import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** Stands where something will be, in its size: give it the size as classes. */
export function Skeleton({ className }: { className?: string }) {
	return <div aria-hidden className={classes('animate-breathe rounded-control bg-sunken', className)} />;
}

/** So many of them below each other. */
export function SkeletonRows({ rows, gap = 'gap-3', className }: { rows: number; gap?: string; className: string }) {
	return (
		<div className={classes('flex flex-col', gap)}>
			{[...Array(rows).keys()].map((row) => (
				<Skeleton key={row} className={className} />
			))}
		</div>
	);
}

/** Says to screen readers what is being loaded; the skeletons in it say nothing. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div role="status">
			<span className="sr-only">{label}</span>
			{children}
		</div>
	);
}
