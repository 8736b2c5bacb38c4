import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { type Session, signUp } from '../../contract/accounts.ts';
import { NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import { useApi } from '../platform/api.ts';
import { useAwake } from '../platform/use-awake.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { getDeviceKey } from './device-key.ts';
import { showProblem } from './form-problems.ts';

interface FormProps {
	onDone: (session: Session) => void;
	/** No answer came. */
	onNetworkError: () => void;
}

export function SignUpForm({ onDone, onNetworkError }: FormProps) {
	const api = useApi();
	// Sent by the browser itself, the form would put the password into the address.
	const awake = useAwake();
	const [refusal, setRefusal] = useState<string | null>(null);
	const form = useForm({
		resolver: zodResolver(signUp.body),
		defaultValues: { user_name: '', email: '', password: '' },
	});
	const { errors } = form.formState;
	const sending = useMutation({
		mutationFn: (fields: { user_name: string; email: string; password: string }) =>
			api.signUp({ body: { ...fields, device_key: getDeviceKey() } }),
		onMutate: () => setRefusal(null),
		onSuccess: onDone,
		onError: (error) => {
			if (error instanceof NetworkError) onNetworkError();
			else setRefusal(showProblem(error, ['user_name', 'email', 'password'], form.setError));
		},
	});
	return (
		<form noValidate onSubmit={form.handleSubmit((body) => sending.mutate(body))} className="flex flex-col gap-5">
			<TextField
				label="User name"
				autoComplete="nickname"
				autoCapitalize="none"
				autoCorrect="off"
				spellCheck={false}
				hint="Letters, digits and _. It stands in your shop's address and stays the same."
				error={errors.user_name?.message}
				{...form.register('user_name')}
			/>
			<TextField
				label="Email"
				type="email"
				inputMode="email"
				autoComplete="username"
				placeholder="you@example.com"
				error={errors.email?.message}
				{...form.register('email')}
			/>
			<PasswordField
				label="Password"
				autoComplete="new-password"
				hint={`At least ${limits.password.min} characters`}
				error={errors.password?.message}
				{...form.register('password')}
			/>
			<FormError>{refusal}</FormError>
			<Button type="submit" size="large" wide disabled={!awake} loading={sending.isPending}>
				Create my account
			</Button>
			<p className="text-14 text-quiet">
				By creating an account you accept the <RulesLink to="/termsAndCondition">terms and conditions</RulesLink>. The{' '}
				<RulesLink to="/privacy">privacy page</RulesLink> says what we keep and why.
			</p>
		</form>
	);
}

/** In a tab of its own: what was typed stays. */
function RulesLink({ to, children }: { to: string; children: string }) {
	return (
		<Link to={to} target="_blank" className="inline-block py-1 text-leaf underline">
			{children}
		</Link>
	);
}
