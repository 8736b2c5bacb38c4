import type { ReactNode } from 'react';
import { classes } from './classes.ts';

const variants = {
	quiet: 'bg-sunken text-quiet',
	leaf: 'bg-leaf-soft text-leaf',
	marigold: 'bg-marigold-soft text-marigold',
	danger: 'bg-danger-soft text-danger',
};

export function Badge({ variant = 'quiet', children }: { variant?: keyof typeof variants; children: ReactNode }) {
	return (
		<span
			className={classes(
				'inline-flex min-h-6 items-center gap-1 rounded-full px-2.5 font-semibold text-12',
				variants[variant],
			)}
		>
			{children}
		</span>
	);
}
