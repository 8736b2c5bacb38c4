import { LoaderCircle } from 'lucide-react';
import type { ComponentProps, MouseEvent } from 'react';
import { Link } from 'react-router';
import { classes } from './classes.ts';

const base =
	'relative inline-flex items-center justify-center gap-[8px] rounded-control font-semibold select-none transition-colors disabled:opacity-55 aria-disabled:opacity-55';

const variants = {
	primary: 'bg-leaf text-on-leaf enabled:hover:bg-leaf-strong [a&]:hover:bg-leaf-strong',
	quiet: 'bg-sunken text-ink enabled:hover:bg-line [a&]:hover:bg-line',
	plain: 'text-leaf enabled:hover:bg-leaf-soft [a&]:hover:bg-leaf-soft',
	danger: 'bg-danger text-on-danger enabled:hover:opacity-90',
};

const sizes = {
	medium: 'min-h-11 px-[16px] py-1.5 text-center text-16',
	large: 'min-h-13 px-[24px] py-2 text-center text-16',
};

export type ButtonVariant = keyof typeof variants;

interface StyleProps {
	variant?: ButtonVariant;
	size?: keyof typeof sizes;
	fullWidth?: boolean;
}

function classNames({ variant = 'primary', size = 'medium', fullWidth = false }: StyleProps, className?: string) {
	return classes(base, variants[variant], sizes[size], fullWidth && 'w-full', className);
}

interface ButtonProps extends ComponentProps<'button'>, StyleProps {
	/** Whether the button does nothing and shows a spinner. It keeps the focus. */
	loading?: boolean;
}

export function Button({
	variant,
	size,
	fullWidth,
	loading = false,
	disabled,
	onClick,
	className,
	children,
	...rest
}: ButtonProps) {
	return (
		<button
			type="button"
			disabled={disabled}
			// A loading button uses `aria-disabled`, because a disabled button would lose the focus.
			aria-disabled={loading || undefined}
			aria-busy={loading || undefined}
			onClick={loading ? preventClick : onClick}
			className={classNames({ variant, size, fullWidth } as StyleProps, className)}
			{...rest}
		>
			{loading && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
			{children}
		</button>
	);
}

/** Prevents the click on a loading button, also one that would submit its form. */
function preventClick(event: MouseEvent) {
	event.preventDefault();
}

interface ButtonLinkProps extends ComponentProps<typeof Link>, StyleProps {}

export function ButtonLink({ variant, size, fullWidth, className, ...rest }: ButtonLinkProps) {
	return <Link className={classNames({ variant, size, fullWidth } as StyleProps, className)} {...rest} />;
}

const iconVariants = {
	plain: 'text-ink hover:bg-sunken',
	quiet: 'text-quiet hover:text-leaf aria-expanded:text-leaf',
	soft: 'bg-sunken text-ink hover:bg-line',
	primary: 'bg-leaf text-on-leaf hover:bg-leaf-strong',
	over: 'bg-black/55 text-white hover:bg-black/70',
};

interface IconButtonProps extends ComponentProps<'button'> {
	/** Accessible name and tooltip. */
	label: string;
	variant?: keyof typeof iconVariants;
}

/** A round button with an icon as its child. The variant `over` is for use on pictures, `quiet` for icons so close to text that a background would cover it. */
export function IconButton({ label, variant = 'plain', className, ...rest }: IconButtonProps) {
	return (
		<button
			type="button"
			aria-label={label}
			title={label}
			className={classes(
				'inline-flex size-[44px] shrink-0 items-center justify-center rounded-full transition-colors disabled:opacity-55',
				iconVariants[variant],
				className,
			)}
			{...rest}
		/>
	);
}
