import type { ComponentProps } from 'react';
import * as identityCheckText from '../../text/web/identity-check.ts';
import { TextField } from '../ui/text-field.tsx';

export function CodeField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
	return (
		<TextField
			label={identityCheckText.code}
			hint={identityCheckText.codeHint}
			autoComplete="one-time-code"
			autoCapitalize="none"
			autoCorrect="off"
			spellCheck={false}
			{...props}
		/>
	);
}
