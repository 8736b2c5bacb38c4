import { type ComponentProps, type ReactNode, useId } from 'react';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
	label: string;
	hint?: ReactNode;
}

/** An on-off switch with a label. Accepts the props of react-hook-form's `register`. */
export function Switch({ label, hint, ...input }: SwitchProps) {
	const id = useId();
	return (
		<div className="flex flex-col">
			<label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 text-16">
				{label}
				<input
					type="checkbox"
					// biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
					role="switch"
					aria-describedby={hint == null ? undefined : `${id}-hint`}
					className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full border border-edge bg-sunken transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-5.5 before:rounded-full before:bg-quiet before:transition-transform checked:border-leaf checked:bg-leaf checked:before:translate-x-5 checked:before:bg-on-leaf disabled:cursor-not-allowed disabled:opacity-55"
					{...input}
				/>
			</label>
			{hint != null && (
				<p id={`${id}-hint`} className="text-14 text-quiet">
					{hint}
				</p>
			)}
		</div>
	);
}
