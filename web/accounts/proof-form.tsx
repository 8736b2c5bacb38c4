import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { NetworkError } from '../../contract/client.ts';
import * as messages from '../../contract/messages.ts';
import * as commonText from '../../contract/text/common.ts';
import * as identityCheckText from '../../contract/text/identity-check.ts';
import * as validationText from '../../contract/text/validation.ts';
import { reasonOf } from '../platform/reason.ts';
import { Button, type ButtonLook } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { CodeField } from './code-field.tsx';
import { showProblem } from './form-problems.ts';

interface Proof {
	password: string;
	code: string;
}

interface ProofFormProps<Answer> {
	/** What the button says. */
	action: string;
	look?: ButtonLook;
	/** What proves that it is the account's owner. */
	asks: readonly (keyof Proof)[];
	send: (proof: Proof) => Promise<Answer>;
	onDone: (answer: Answer) => void;
	codeHint?: string;
	/** A second button that leaves everything as it is. */
	onCancel?: () => void;
}

/** Asks again who it is, before something that an open session alone must not do. */
export function ProofForm<Answer>({ action, look, asks, codeHint, send, onDone, onCancel }: ProofFormProps<Answer>) {
	const [refusal, setRefusal] = useState<string | null>(null);
	const form = useForm<Proof>({ defaultValues: { password: '', code: '' } });
	const { errors } = form.formState;
	const { setFocus } = form;
	const opensWithPassword = asks[0] === 'password';
	const element = useRef<HTMLFormElement>(null);
	useEffect(() => {
		if (!opensWithPassword) return;
		// It has come in place of the button that was tapped, which may have been just above the bottom bar.
		setFocus('password');
		element.current?.scrollIntoView({ block: 'center' });
	}, [opensWithPassword, setFocus]);
	const sending = useMutation({
		mutationFn: send,
		onMutate: () => setRefusal(null),
		onSuccess: (answer) => {
			form.reset();
			onDone(answer);
		},
		onError: (error) =>
			setRefusal(error instanceof NetworkError ? reasonOf(error) : showProblem(error, asks, form.setError)),
	});
	return (
		<form
			ref={element}
			noValidate
			onSubmit={form.handleSubmit((proof) => sending.mutate(proof))}
			className="mt-4 flex flex-col gap-4"
		>
			{asks.includes('password') && (
				<PasswordField
					label={identityCheckText.yourPassword}
					autoComplete="current-password"
					error={errors.password?.message}
					{...form.register('password', { required: messages.passwordMissing })}
				/>
			)}
			{asks.includes('code') && (
				<CodeField
					{...(codeHint && { hint: codeHint })}
					error={errors.code?.message}
					{...form.register('code', { required: validationText.codeMissing })}
				/>
			)}
			<FormError>{refusal}</FormError>
			<div className="flex flex-wrap gap-2">
				<Button type="submit" look={look ?? 'primary'} loading={sending.isPending}>
					{action}
				</Button>
				{onCancel && (
					<Button look="quiet" onClick={onCancel}>
						{commonText.cancel}
					</Button>
				)}
			</div>
		</form>
	);
}
