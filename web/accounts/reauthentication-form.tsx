import { useEffect } from 'react';
import { ApiForm, type FormSchema, useApiForm } from '../data/api-form.tsx';
import { FormButtons } from '../data/form-buttons.tsx';
import { getErrorMessage } from '../platform/error-message.ts';
import type { ButtonVariant } from '../ui/button.tsx';
import { CodeField } from './code-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

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
	return (
		<ApiForm
			form={form}
			submit={<FormButtons form={form} label={action} variant={variant} onCancel={onCancel} />}
			className="mt-4 gap-4"
		>
			{requires.includes('password') && <CurrentPasswordField {...form.field('password')} />}
			{requires.includes('code') && <CodeField {...(codeHint && { hint: codeHint })} {...form.field('code')} />}
		</ApiForm>
	);
}
