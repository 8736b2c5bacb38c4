import { Link } from 'react-router';
import { type Session, signUp } from '../../contract/accounts.ts';
import { limits } from '../../contract/limits.ts';
import * as commonText from '../../contract/text/common.ts';
import * as signUpText from '../../contract/text/sign-up.ts';
import * as validationText from '../../contract/text/validation.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { useApi } from '../platform/api.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { TextField } from '../ui/text-field.tsx';
import { getDeviceKey } from './device-key.ts';

interface FormProps {
	onDone: (session: Session) => void;
}

export function SignUpForm({ onDone }: FormProps) {
	const api = useApi();
	const form = useApiForm({
		schema: signUp.body,
		defaultValues: { user_name: '', email: '', password: '' },
		send: (fields) => api.signUp({ body: { ...fields, device_key: getDeviceKey() } }),
		onDone,
	});
	return (
		<div className="flex flex-col gap-5">
			<ApiForm form={form} submit={signUpText.submit}>
				<TextField
					label={commonText.userName}
					autoComplete="nickname"
					autoCapitalize="none"
					autoCorrect="off"
					spellCheck={false}
					hint={signUpText.userNameHint}
					{...form.field('user_name')}
				/>
				<TextField
					label={commonText.email}
					type="email"
					inputMode="email"
					autoComplete="username"
					placeholder={commonText.emailExample}
					{...form.field('email')}
				/>
				<PasswordField
					label={commonText.password}
					autoComplete="new-password"
					hint={validationText.atLeastCharacters(limits.password.min)}
					{...form.field('password')}
				/>
			</ApiForm>
			<p className="text-14 text-quiet">
				<RichText
					text={signUpText.acceptTerms}
					tags={{
						terms: (words) => <LegalLink to="/termsAndCondition">{words}</LegalLink>,
						privacy: (words) => <LegalLink to="/privacy">{words}</LegalLink>,
					}}
				/>
			</p>
		</div>
	);
}

/** Link to terms or privacy policy. It opens in a new tab so that the typed fields are not lost. */
function LegalLink({ to, children }: { to: string; children: string }) {
	return (
		<Link to={to} target="_blank" className="inline-block py-1 text-leaf underline">
			{children}
		</Link>
	);
}
