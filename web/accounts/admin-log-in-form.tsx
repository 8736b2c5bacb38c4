import { useState } from 'react';
import type { Session } from '../../contract/accounts.ts';
import { ApiError, NetworkError } from '../../contract/client.ts';
import * as messages from '../../contract/messages.ts';
import * as adminLogInText from '../../contract/text/admin-log-in.ts';
import * as commonText from '../../contract/text/common.ts';
import { useApi } from '../platform/api.ts';
import { reasonOf } from '../platform/reason.ts';
import { useAwake } from '../platform/use-awake.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { ForgottenLink } from './forgotten-link.tsx';
import { useLogInForm } from './use-log-in-form.ts';

interface FormProps {
	onDone: (session: Session) => void;
	/** Says in a notice what the specification wants said in one. */
	onProblem: (sentence: string) => void;
}

/** The administrators' login (specification, sections 2, 4 and 5). */
export function AdminLogInForm({ onDone, onProblem }: FormProps) {
	const api = useApi();
	// Sent by the browser itself, the form would put the password into the address.
	const awake = useAwake();
	const [failure, setFailure] = useState<string | null>(null);
	const { form, sending, refusal, asksForCode } = useLogInForm({
		send: (body) => api.adminLogIn({ body }),
		onDone,
		onError: (error) => {
			if (error instanceof NetworkError) onProblem(messages.networkError);
			else if (error instanceof ApiError && error.status === 422) onProblem(error.message);
			// No notice for any other answer: the form says it.
			else setFailure(reasonOf(error));
		},
	});
	const { errors } = form.formState;

	const submit = form.handleSubmit(
		(body) => {
			setFailure(null);
			sending.mutate(body);
		},
		(wrong) => {
			for (const { message } of Object.values(wrong)) if (message) onProblem(message);
		},
	);

	return (
		<form noValidate onSubmit={submit} className="flex flex-col gap-5">
			<TextField
				label={commonText.email}
				type="email"
				inputMode="email"
				autoComplete="username"
				placeholder={adminLogInText.emailExample}
				error={errors.email?.message}
				{...form.register('email')}
			/>
			<PasswordField
				label={commonText.password}
				autoComplete="current-password"
				error={errors.password?.message}
				{...form.register('password')}
			/>
			<ForgottenLink />
			{asksForCode && <CodeField error={errors.code?.message} {...form.register('code')} />}
			<FormError>{failure ?? refusal}</FormError>
			<Button type="submit" size="large" wide disabled={!awake} loading={sending.isPending}>
				{adminLogInText.submit}
			</Button>
			{sending.isPending && <Spinner fullScreen veil label={adminLogInText.loggingIn} />}
		</form>
	);
}
