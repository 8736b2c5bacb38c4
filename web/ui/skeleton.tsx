import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A placeholder for content that loads. `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
	return <div aria-hidden className={classes('animate-breathe rounded-control bg-sunken', className)} />;
}

export function SkeletonRows({ rows, gap = 'gap-3', className }: { rows: number; gap?: string; className: string }) {
	return (
		<div className={classes('flex flex-col', gap)}>
			{[...Array(rows).keys()].map((row) => (
				<Skeleton key={row} className={className} />
			))}
		</div>
	);
}

/** Announces to screen readers what is loading. Skeletons inside are hidden from screen readers. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div role="status">
			<span className="sr-only">{label}</span>
			{children}
		</div>
	);
}
