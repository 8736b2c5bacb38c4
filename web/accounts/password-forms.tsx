import { changePassword, type Session } from '../../contract/accounts/accounts.ts';
import { forgotPassword, resetPassword } from '../../contract/accounts/recovery.ts';
import * as limits from '../../contract/core/limits.ts';
import * as commonText from '../../text/shared/common.ts';
import * as validationText from '../../text/shared/validation.ts';
import * as passwordsText from '../../text/web/passwords.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { useApi } from '../platform/api.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { EmailField } from '../ui/text-field.tsx';

/** Form that requests a password reset link. `onDone` gets the typed email; the server does not reveal whether it belongs to an account. */
export function ForgotPasswordForm({ onDone }: { onDone: (email: string) => void }) {
	const api = useApi();
	const form = useApiForm({
		schema: forgotPassword.body,
		defaultValues: { email: '' },
		send: (body) => api.forgotPassword({ body }),
		onDone: (_, { email }) => onDone(email),
	});
	return (
		<ApiForm form={form} submit={passwordsText.sendLink}>
			<EmailField
				label={commonText.email}
				autoComplete="username"
				placeholder={commonText.emailExample}
				{...form.field('email')}
			/>
		</ApiForm>
	);
}

const newPasswordField = {
	label: passwordsText.newPassword,
	autoComplete: 'new-password',
	hint: validationText.atLeastCharacters(limits.password.min),
};

const passwordFormSchema = resetPassword.body.pick({ password: true });

export function ResetPasswordForm({ token, submit, onDone }: { token: string; submit: string; onDone: () => void }) {
	const api = useApi();
	const form = useApiForm({
		schema: passwordFormSchema,
		defaultValues: { password: '' },
		send: ({ password }) => api.resetPassword({ body: { token, password } }),
		onDone,
	});
	return (
		<ApiForm form={form} submit={submit}>
			<PasswordField {...newPasswordField} {...form.field('password')} />
		</ApiForm>
	);
}

/** Form that changes the password. `onDone` gets the new session that replaces the current one. */
export function ChangePasswordForm({ onDone }: { onDone: (session: Session) => void }) {
	const api = useApi();
	const form = useApiForm({
		schema: changePassword.body,
		defaultValues: { current_password: '', new_password: '' },
		send: (body) => api.changePassword({ body }),
		onDone: (session) => {
			form.reset();
			onDone(session);
		},
	});
	return (
		<ApiForm form={form} submit={commonText.changePassword}>
			<PasswordField
				label={passwordsText.currentPassword}
				autoComplete="current-password"
				{...form.field('current_password')}
			/>
			<PasswordField {...newPasswordField} {...form.field('new_password')} />
		</ApiForm>
	);
}
