import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { controlClasses, Field, type FieldProps } from './field.tsx';

interface TextAreaProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'id'> {
	/** Letters it may hold; how many are left is shown. More can be typed, and the error says so. */
	limit?: number;
	/** Letters typed so far. */
	length?: number;
}

/** Several lines of text, with the letters left. */
export function TextArea({ label, error, hint, optional, limit, length = 0, className, ...area }: TextAreaProps) {
	const left = limit === undefined ? null : limit - length;
	const aside = left !== null && (
		<span className={classes('text-12 tabular-nums', left < 0 ? 'text-danger' : 'text-quiet')}>
			{left.toLocaleString('en')} left
		</span>
	);
	return (
		<Field label={label} error={error} hint={hint} optional={optional ?? false} aside={aside}>
			{(control) => (
				<textarea rows={5} className={classes(controlClasses, 'resize-y py-2.5', className)} {...area} {...control} />
			)}
		</Field>
	);
}
