import { type ComponentProps, useId } from 'react';

interface CheckboxGroupProps extends Omit<ComponentProps<'input'>, 'value' | 'type'> {
	label: string;
	error?: string | undefined;
	options: readonly { value: string; label: string; hint?: string }[];
}

/** Checkboxes of one form field, whose value is the list of the checked options. */
export function CheckboxGroup({ label, error, options, ...field }: CheckboxGroupProps) {
	const errorId = useId();
	return (
		<fieldset aria-describedby={error && errorId}>
			<legend className="font-semibold text-14">{label}</legend>
			{options.map((option) => (
				<label key={option.value} className="flex min-h-11 cursor-pointer items-center gap-3 py-1">
					<input type="checkbox" value={option.value} className="size-5 shrink-0 accent-leaf" {...field} />
					<span>
						{option.label}
						{option.hint !== undefined && <span className="block text-14 text-quiet">{option.hint}</span>}
					</span>
				</label>
			))}
			{error && (
				<p id={errorId} className="text-14 text-danger">
					{error}
				</p>
			)}
		</fieldset>
	);
}
