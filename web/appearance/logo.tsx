import { useBrand } from '../platform/brand.ts';
import { classes } from '../ui/classes.ts';

/** Symbol of the logo: a market stall's awning over an open door. A style in the document shows the operator's logo in its place. */
export function LogoMark({ className }: { className?: string }) {
	return (
		<svg viewBox="0 0 32 32" aria-hidden="true" className={classes('logo-mark', className)}>
			<rect width="32" height="32" rx="9" className="fill-leaf" />
			<path d="M8.5 16v7.5h15V16" fill="none" strokeWidth="2.4" strokeLinejoin="round" className="stroke-on-leaf" />
			<path
				d="M6 13.2 8.4 8h15.2L26 13.2a3.3 3.3 0 0 1-6.6.3 3.4 3.4 0 0 1-6.8 0 3.3 3.3 0 0 1-6.6-.3Z"
				fill="#f5b544"
			/>
			<path d="M13.6 23.5v-4.2h4.8v4.2" className="fill-on-leaf" />
		</svg>
	);
}

export function Logo({ nameClass }: { nameClass?: string }) {
	const { name } = useBrand();
	return (
		<span className="inline-flex items-center gap-2">
			<LogoMark className="size-8" />
			<span className={classes('font-extrabold text-22 tracking-tight', nameClass)}>{name}</span>
		</span>
	);
}
