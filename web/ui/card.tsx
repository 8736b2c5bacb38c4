import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

/** A surface that lifts what belongs together off the page. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
	return <div className={classes('rounded-card bg-card shadow-soft', className)} {...rest} />;
}
