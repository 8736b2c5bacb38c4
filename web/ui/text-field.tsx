import type { ComponentProps } from 'react';
import * as commonText from '../../text/shared/common.ts';
import { classes } from './classes.ts';
import { CharactersLeft, controlClasses, Field, type FieldProps } from './field.tsx';

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'id'> {
	/** Maximum characters. If set, the field shows the number of characters left. */
	limit?: number;
	length?: number;
}

/** A single-line text control. Accepts the props of react-hook-form's `register`. */
export function TextField({ label, error, hint, optional, limit, length = 0, className, ...input }: TextFieldProps) {
	const aside = limit !== undefined && <CharactersLeft limit={limit} length={length} />;
	return (
		<Field label={label} error={error} hint={hint} optional={optional ?? false} aside={aside}>
			{(control) => <input type="text" className={classes(controlClasses, className)} {...input} {...control} />}
		</Field>
	);
}

/** Text control for an email address. */
export function EmailField(props: TextFieldProps) {
	return <TextField type="email" inputMode="email" autoComplete="email" {...props} />;
}

/** Text control for a phone number. */
export function PhoneField(props: TextFieldProps) {
	return <TextField type="tel" inputMode="tel" autoComplete="tel" placeholder={commonText.phoneExample} {...props} />;
}
