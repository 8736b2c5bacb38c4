import { useEffect } from 'react';
import * as commonText from '../../contract/text/common.ts';
import * as identityCheckText from '../../contract/text/identity-check.ts';
import { ApiForm, type FormSchema, useApiForm } from '../data/api-form.tsx';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { CodeField } from './code-field.tsx';

interface CredentialFields {
	password?: string;
	code?: string;
}

interface ReauthenticationFormProps<Proof, Response> {
	action: string;
	variant?: ButtonVariant;
	requires: readonly (keyof CredentialFields)[];
	schema: FormSchema<Proof>;
	send: (proof: Proof) => Promise<Response>;
	onDone: (response: Response) => unknown;
	codeHint?: string;
	onCancel: () => void;
}

/** Form that asks for password or code again before an action for which an open session is not enough. */
export function ReauthenticationForm<Proof, Response>(props: ReauthenticationFormProps<Proof, Response>) {
	const { action, variant = 'primary', requires, schema, codeHint, send, onDone, onCancel } = props;
	const form = useApiForm({
		schema,
		defaultValues: Object.fromEntries(requires.map((name) => [name, ''])) as CredentialFields,
		send,
		onDone: (response) => {
			form.reset();
			return onDone(response);
		},
		toMessage: getErrorMessage,
	});
	const { element, setFocus } = form;
	const opensWithPassword = requires[0] === 'password';
	useEffect(() => {
		if (!opensWithPassword) return;
		// The form replaces a button that may have been just above the bottom bar, so the form scrolls into view.
		setFocus('password');
		element.current?.scrollIntoView({ block: 'center' });
	}, [opensWithPassword, setFocus, element]);
	const buttons = (
		<div className="flex flex-wrap gap-2">
			<Button {...form.button} variant={variant}>
				{action}
			</Button>
			<Button variant="quiet" onClick={onCancel}>
				{commonText.cancel}
			</Button>
		</div>
	);
	return (
		<ApiForm form={form} submit={buttons} className="mt-4 gap-4">
			{requires.includes('password') && (
				<PasswordField
					label={identityCheckText.yourPassword}
					autoComplete="current-password"
					{...form.field('password')}
				/>
			)}
			{requires.includes('code') && <CodeField {...(codeHint && { hint: codeHint })} {...form.field('code')} />}
		</ApiForm>
	);
}
