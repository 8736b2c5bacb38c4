import { classes } from './classes.ts';

/** Stands where something will be, in its size: give it the size as classes. */
export function Skeleton({ className }: { className?: string }) {
	return <div aria-hidden className={classes('animate-breathe rounded-control bg-sunken', className)} />;
}
