import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import { resetPassword } from '../../contract/recovery.ts';
import * as commonText from '../../contract/text/common.ts';
import * as passwordsText from '../../contract/text/passwords.ts';
import * as validationText from '../../contract/text/validation.ts';
import { useApi } from '../platform/api.ts';
import { useAwake } from '../platform/use-awake.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { showProblem } from './form-problems.ts';

interface FormProps {
	/** From the mailed link. */
	token: string;
	onDone: () => void;
	/** No answer came. */
	onNetworkError: () => void;
}

const passwordAlone = resetPassword.body.pick({ password: true });

export function ResetPasswordForm({ token, onDone, onNetworkError }: FormProps) {
	const api = useApi();
	// Sent by the browser itself, the form would put the password into the address.
	const awake = useAwake();
	const [refusal, setRefusal] = useState<string | null>(null);
	const form = useForm({ resolver: zodResolver(passwordAlone), defaultValues: { password: '' } });
	const sending = useMutation({
		mutationFn: ({ password }: { password: string }) => api.resetPassword({ body: { token, password } }),
		onMutate: () => setRefusal(null),
		onSuccess: () => {
			form.reset();
			onDone();
		},
		onError: (error) => {
			if (error instanceof NetworkError) onNetworkError();
			else setRefusal(showProblem(error, ['password'], form.setError));
		},
	});
	return (
		<form noValidate onSubmit={form.handleSubmit((body) => sending.mutate(body))} className="flex flex-col gap-5">
			<PasswordField
				label={passwordsText.newPassword}
				autoComplete="new-password"
				hint={validationText.atLeastCharacters(limits.password.min)}
				error={form.formState.errors.password?.message}
				{...form.register('password')}
			/>
			<FormError>{refusal}</FormError>
			<Button type="submit" size="large" wide disabled={!awake} loading={sending.isPending}>
				{commonText.changePassword}
			</Button>
		</form>
	);
}
