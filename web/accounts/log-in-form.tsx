import type { Session } from '../../contract/accounts.ts';
import { NetworkError } from '../../contract/client.ts';
import * as commonText from '../../contract/text/common.ts';
import { useApi } from '../platform/api.ts';
import { useAwake } from '../platform/use-awake.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { CodeField } from './code-field.tsx';
import { ForgottenLink } from './forgotten-link.tsx';
import { useLogInForm } from './use-log-in-form.ts';

interface FormProps {
	onDone: (session: Session) => void;
	/** No answer came. */
	onNetworkError: () => void;
}

export function LogInForm({ onDone, onNetworkError }: FormProps) {
	const api = useApi();
	// Sent by the browser itself, the form would put the password into the address.
	const awake = useAwake();
	const { form, sending, refusal, asksForCode } = useLogInForm({
		send: (body) => api.logIn({ body }),
		onDone,
		onError: (error) => {
			if (error instanceof NetworkError) onNetworkError();
		},
	});
	const { errors } = form.formState;
	return (
		<form noValidate onSubmit={form.handleSubmit((body) => sending.mutate(body))} className="flex flex-col gap-5">
			<TextField
				label={commonText.email}
				type="email"
				inputMode="email"
				autoComplete="username"
				placeholder={commonText.emailExample}
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
			<FormError>{refusal}</FormError>
			<Button type="submit" size="large" wide disabled={!awake} loading={sending.isPending}>
				{commonText.logIn}
			</Button>
		</form>
	);
}
