import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { changePassword, type Session } from '../../contract/accounts.ts';
import { NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import * as commonText from '../../contract/text/common.ts';
import * as passwordsText from '../../contract/text/passwords.ts';
import * as validationText from '../../contract/text/validation.ts';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { showProblem } from './form-problems.ts';

interface FormProps {
	/** The session that replaces this one. */
	onDone: (session: Session) => void;
	/** No answer came. */
	onNetworkError: () => void;
}

export function ChangePasswordForm({ onDone, onNetworkError }: FormProps) {
	const api = useApi();
	const [refusal, setRefusal] = useState<string | null>(null);
	const form = useForm({
		resolver: zodResolver(changePassword.body),
		defaultValues: { current_password: '', new_password: '' },
	});
	const { errors } = form.formState;
	const sending = useMutation({
		mutationFn: (body: { current_password: string; new_password: string }) => api.changePassword({ body }),
		onMutate: () => setRefusal(null),
		onSuccess: (session) => {
			form.reset();
			onDone(session);
		},
		onError: (error) => {
			if (error instanceof NetworkError) onNetworkError();
			else setRefusal(showProblem(error, ['current_password', 'new_password'], form.setError));
		},
	});
	return (
		<form noValidate onSubmit={form.handleSubmit((body) => sending.mutate(body))} className="flex flex-col gap-5">
			<PasswordField
				label={passwordsText.currentPassword}
				autoComplete="current-password"
				error={errors.current_password?.message}
				{...form.register('current_password')}
			/>
			<PasswordField
				label={passwordsText.newPassword}
				autoComplete="new-password"
				hint={validationText.atLeastCharacters(limits.password.min)}
				error={errors.new_password?.message}
				{...form.register('new_password')}
			/>
			<FormError>{refusal}</FormError>
			<Button type="submit" size="large" wide loading={sending.isPending}>
				{commonText.changePassword}
			</Button>
		</form>
	);
}
