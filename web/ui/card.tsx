import type { ComponentProps } from 'react';
import { classes } from './classes.ts';

export function Card({ className, ...rest }: ComponentProps<'div'>) {
	return <div className={classes('rounded-card bg-card shadow-soft', className)} {...rest} />;
}
