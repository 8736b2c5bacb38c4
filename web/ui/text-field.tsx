import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { controlClasses, Field, type FieldProps } from './field.tsx';

type TextFieldProps = FieldProps & Omit<ComponentProps<'input'>, 'id'>;

/** One line of text. Takes what react-hook-form's `register` gives. */
export function TextField({ label, error, hint, optional, className, ...input }: TextFieldProps) {
	return (
		<Field label={label} error={error} hint={hint} optional={optional ?? false}>
			{(control) => <input type="text" className={classes(controlClasses, className)} {...input} {...control} />}
		</Field>
	);
}
