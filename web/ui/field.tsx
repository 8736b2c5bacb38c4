import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import * as controlsText from '../../text/web/controls.ts';
import { classes } from './classes.ts';

export interface FieldProps {
	label: string;
	error?: string | undefined;
	/** Help text, hidden only while the error says the same. */
	hint?: ReactNode;
	optional?: boolean;
}

/** Props that connect a control to its label, hint and error. */
export interface FieldControl {
	id: string;
	'aria-invalid': boolean;
	'aria-describedby': string | undefined;
}

interface FieldLayoutProps extends FieldProps {
	/** Content beside the label, such as the number of characters left. */
	aside?: ReactNode;
	children: (control: FieldControl) => ReactNode;
}

export function Field({ label, error, hint, optional = false, aside, children }: FieldLayoutProps) {
	const id = useId();
	const showsHint = hint != null && hint !== error;
	const described = classes(showsHint && `${id}-hint`, error && `${id}-error`);
	return (
		<div className="flex flex-col gap-1.5">
			<div className="flex items-baseline justify-between gap-3">
				<label htmlFor={id} className="font-semibold text-14">
					{label}
					{optional && <span className="font-normal text-quiet">{` ${controlsText.optional}`}</span>}
				</label>
				{aside}
			</div>
			{children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': described || undefined })}
			{showsHint && (
				<p id={`${id}-hint`} className="text-14 text-quiet">
					{hint}
				</p>
			)}
			{error && (
				<p id={`${id}-error`} className="flex items-start gap-1.5 text-14 text-danger">
					<CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
					{error}
				</p>
			)}
		</div>
	);
}

/** Shows how many characters are left. Beyond the limit, input is possible and the number is negative. */
export function CharactersLeft({ limit, length }: { limit: number; length: number }) {
	const left = limit - length;
	return (
		<span className={classes('text-12 tabular-nums', left < 0 ? 'text-danger' : 'text-quiet')}>
			{controlsText.charactersLeft(left)}
		</span>
	);
}

export const controlClasses =
	'w-full min-h-11 rounded-control border border-edge bg-card px-3.5 text-16 text-ink placeholder:text-quiet transition-colors ' +
	'hover:border-ink focus:border-leaf aria-invalid:border-danger disabled:bg-sunken disabled:text-quiet';
