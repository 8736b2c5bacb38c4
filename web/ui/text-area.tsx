import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { CharactersLeft, controlClasses, Field, type FieldProps } from './field.tsx';

interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'id'> {
	/** Maximum characters. If set, the field shows the number of characters left. */
	limit?: number;
	length?: number;
}

export function TextArea({ label, error, hint, optional, limit, length = 0, className, ...area }: TextAreaProps) {
	const aside = limit !== undefined && <CharactersLeft limit={limit} length={length} />;
	return (
		<Field label={label} error={error} hint={hint} optional={optional ?? false} aside={aside}>
			{(control) => (
				<textarea rows={5} className={classes(controlClasses, 'resize-y py-2.5', className)} {...area} {...control} />
			)}
		</Field>
	);
}
