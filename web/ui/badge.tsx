import type { ReactNode } from 'react';
import { classes } from './classes.ts';

const looks = {
	quiet: 'bg-sunken text-quiet',
	leaf: 'bg-leaf-soft text-leaf',
	marigold: 'bg-marigold-soft text-marigold',
	danger: 'bg-danger-soft text-danger',
};

/** A word about a thing's state. */
export function Badge({ look = 'quiet', children }: { look?: keyof typeof looks; children: ReactNode }) {
	return (
		<span
			className={classes(
				'inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded-full px-2.5 font-semibold text-12',
				looks[look],
			)}
		>
			{children}
		</span>
	);
}
