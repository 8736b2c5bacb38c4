import { classes } from './classes.ts';

/** Returns the CSS classes of a link in a row of tabs. */
export function getTabClasses(current: boolean, size = 'px-4'): string {
	return classes(
		'-mb-px inline-flex min-h-12 items-center border-b-2 font-semibold transition-colors',
		size,
		current ? 'border-leaf text-leaf' : 'border-transparent text-quiet hover:text-ink',
	);
}
