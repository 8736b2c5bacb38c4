import type { ReactNode } from 'react';
import { classes } from './classes.ts';

/** A placeholder for content that loads. Set its size by classes. */
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

/** Announces what is loading to screen readers. Skeletons inside are hidden from them. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
	return (
		<div role="status">
			<span className="sr-only">{label}</span>
			{children}
		</div>
	);
}
