import type { ComponentProps } from 'react';
import * as identityCheckText from '../../text/web/identity-check.ts';
import { PasswordField } from '../ui/password-field.tsx';

export function CurrentPasswordField(props: Omit<ComponentProps<typeof PasswordField>, 'label'>) {
	return <PasswordField label={identityCheckText.yourPassword} autoComplete="current-password" {...props} />;
}
