import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { NetworkError } from '../../contract/client.ts';
import { forgotPassword } from '../../contract/recovery.ts';
import * as commonText from '../../contract/text/common.ts';
import * as passwordsText from '../../contract/text/passwords.ts';
import { useApi } from '../platform/api.ts';
import { useAwake } from '../platform/use-awake.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { TextField } from '../ui/text-field.tsx';
import { showProblem } from './form-problems.ts';

interface FormProps {
	/** Given the address that was typed; whether there is an account with it nobody is told. */
	onDone: (email: string) => void;
	/** No answer came. */
	onNetworkError: () => void;
}

export function ForgotPasswordForm({ onDone, onNetworkError }: FormProps) {
	const api = useApi();
	const awake = useAwake();
	const [refusal, setRefusal] = useState<string | null>(null);
	const form = useForm({ resolver: zodResolver(forgotPassword.body), defaultValues: { email: '' } });
	const sending = useMutation({
		mutationFn: (body: { email: string }) => api.forgotPassword({ body }),
		onMutate: () => setRefusal(null),
		onSuccess: (_, { email }) => onDone(email),
		onError: (error) => {
			if (error instanceof NetworkError) onNetworkError();
			else setRefusal(showProblem(error, ['email'], form.setError));
		},
	});
	return (
		<form noValidate onSubmit={form.handleSubmit((body) => sending.mutate(body))} className="flex flex-col gap-5">
			<TextField
				label={commonText.email}
				type="email"
				inputMode="email"
				autoComplete="username"
				placeholder={commonText.emailExample}
				error={form.formState.errors.email?.message}
				{...form.register('email')}
			/>
			<FormError>{refusal}</FormError>
			<Button type="submit" size="large" wide disabled={!awake} loading={sending.isPending}>
				{passwordsText.sendLink}
			</Button>
		</form>
	);
}
