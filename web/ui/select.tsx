import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { controlClasses, Field, type FieldProps } from './field.tsx';

interface SelectProps extends FieldProps, Omit<ComponentProps<'select'>, 'id'> {
	/** Values of the options. An option with a label shows its label. */
	options: readonly (string | { value: string; label: string })[];
	/** Text that is shown while no option is selected. The value is then empty. */
	placeholder?: string;
}

export function Select({ label, error, hint, optional, options, placeholder, className, ...select }: SelectProps) {
	return (
		<Field label={label} error={error} hint={hint} optional={optional ?? false}>
			{(control) => (
				<div className="relative">
					<select
						className={classes(controlClasses, 'appearance-none truncate pr-11', className)}
						{...select}
						{...control}
					>
						{placeholder !== undefined && <option value="">{placeholder}</option>}
						{options.map((option) =>
							typeof option === 'string' ? (
								<option key={option}>{option}</option>
							) : (
								<option key={option.value} value={option.value}>
									{option.label}
								</option>
							),
						)}
					</select>
					<ChevronDown
						aria-hidden
						className="pointer-events-none absolute inset-y-0 right-3.5 my-auto size-5 text-quiet"
					/>
				</div>
			)}
		</Field>
	);
}
