import { useEffect } from 'react';
import * as commonText from '../../contract/text/common.ts';
import * as identityCheckText from '../../contract/text/identity-check.ts';
import { ApiForm, type FormSchema, useApiForm } from '../data/api-form.tsx';
import { reasonOf } from '../platform/reason.ts';
import { Button, type ButtonLook } from '../ui/button.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { CodeField } from './code-field.tsx';

interface ProofFields {
	password?: string;
	code?: string;
}

interface ProofFormProps<Proof, Response> {
	/** What the button says. */
	action: string;
	look?: ButtonLook;
	/** What proves that it is the account's owner. */
	asks: readonly (keyof ProofFields)[];
	/** Of the body that is sent. */
	schema: FormSchema<Proof>;
	send: (proof: Proof) => Promise<Response>;
	onDone: (response: Response) => unknown;
	codeHint?: string;
	onCancel: () => void;
}

/** Asks again who it is, before something that an open session alone must not do. */
export function ProofForm<Proof, Response>(props: ProofFormProps<Proof, Response>) {
	const { action, look = 'primary', asks, schema, codeHint, send, onDone, onCancel } = props;
	const form = useApiForm({
		schema,
		defaultValues: Object.fromEntries(asks.map((name) => [name, ''])) as ProofFields,
		send,
		onDone: (response) => {
			form.reset();
			return onDone(response);
		},
		toMessage: reasonOf,
	});
	const { element, setFocus } = form;
	const opensWithPassword = asks[0] === 'password';
	useEffect(() => {
		if (!opensWithPassword) return;
		// It has come in place of the button that was tapped, which may have been just above the bottom bar.
		setFocus('password');
		element.current?.scrollIntoView({ block: 'center' });
	}, [opensWithPassword, setFocus, element]);
	const buttons = (
		<div className="flex flex-wrap gap-2">
			<Button {...form.button} look={look}>
				{action}
			</Button>
			<Button look="quiet" onClick={onCancel}>
				{commonText.cancel}
			</Button>
		</div>
	);
	return (
		<ApiForm form={form} submit={buttons} className="mt-4 gap-4">
			{asks.includes('password') && (
				<PasswordField
					label={identityCheckText.yourPassword}
					autoComplete="current-password"
					{...form.field('password')}
				/>
			)}
			{asks.includes('code') && <CodeField {...(codeHint && { hint: codeHint })} {...form.field('code')} />}
		</ApiForm>
	);
}
