import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import * as limits from '../../contract/core/limits.ts';
import { classes } from '../ui/classes.ts';

/** Text control for search words. */
export function SearchInput({ label, ...input }: ComponentProps<'input'> & { label: string }) {
	return (
		<input
			type="search"
			aria-label={label}
			maxLength={limits.search}
			autoComplete="off"
			enterKeyHint="search"
			{...input}
		/>
	);
}

/** Button that submits a search form from the end of its text control. `className` sets its distance from the corner. */
export function SearchButton({ label, className }: { label: string; className: string }) {
	return (
		<button
			type="submit"
			aria-label={label}
			title={label}
			className={classes(
				'absolute inline-flex size-11 items-center justify-center rounded-control text-leaf hover:bg-leaf-soft',
				className,
			)}
		>
			<Search aria-hidden className="size-5" />
		</button>
	);
}
