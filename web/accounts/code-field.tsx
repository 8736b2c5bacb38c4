import type { ComponentProps } from 'react';
import { TextField } from '../ui/text-field.tsx';

/** The code of a second factor. */
export function CodeField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
	return (
		<TextField
			label="Code"
			hint="Enter the six digits from your authenticator app, or one of your recovery codes."
			autoComplete="one-time-code"
			autoCapitalize="none"
			autoCorrect="off"
			spellCheck={false}
			{...props}
		/>
	);
}
