import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { type Session, signUp } from '../../contract/accounts.ts';
import { NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import * as commonText from '../../contract/text/common.ts';
import * as signUpText from '../../contract/text/sign-up.ts';
import * as validationText from '../../contract/text/validation.ts';
import { useApi } from '../platform/api.ts';
import { useAwake } from '../platform/use-awake.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { RichText } from '../ui/rich-text.tsx';
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
				label={commonText.userName}
				autoComplete="nickname"
				autoCapitalize="none"
				autoCorrect="off"
				spellCheck={false}
				hint={signUpText.userNameHint}
				error={errors.user_name?.message}
				{...form.register('user_name')}
			/>
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
				autoComplete="new-password"
				hint={validationText.atLeastCharacters(limits.password.min)}
				error={errors.password?.message}
				{...form.register('password')}
			/>
			<FormError>{refusal}</FormError>
			<Button type="submit" size="large" wide disabled={!awake} loading={sending.isPending}>
				{signUpText.submit}
			</Button>
			<p className="text-14 text-quiet">
				<RichText
					text={signUpText.acceptTerms}
					tags={{
						terms: (words) => <RulesLink to="/termsAndCondition">{words}</RulesLink>,
						privacy: (words) => <RulesLink to="/privacy">{words}</RulesLink>,
					}}
				/>
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
