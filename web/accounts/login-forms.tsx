import { type ComponentProps, useEffect } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { loginFormSchema, type Session } from '../../contract/accounts/accounts.ts';
import { confirmGoogle } from '../../contract/accounts/google.ts';
import type { ResponseOf } from '../../contract/core/endpoint.ts';
import * as commonText from '../../text/shared/common.ts';
import * as adminLogInText from '../../text/web/admin-log-in.ts';
import * as passwordsText from '../../text/web/passwords.ts';
import { ApiForm, type ApiFormState, type FormSchema, useApiForm } from '../data/api-form.tsx';
import { useApi } from '../platform/api.ts';
import { isApiError } from '../platform/api-error.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { EmailField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { CodeField } from './code-field.tsx';
import { getDeviceKey } from './device-key.ts';
import { useSecondFactor } from './use-second-factor.ts';

interface FormProps {
	onDone: (session: Session) => void;
}

type LoginFields = z.input<typeof loginFormSchema>;

export function LoginForm({ onDone }: FormProps) {
	const api = useApi();
	const { send, asksForCode } = useSecondFactor((fields: LoginFields) => api.logIn({ body: withDeviceKey(fields) }));
	const form = useApiForm({ ...loginFormOptions, send, onDone: (session) => session && onDone(session) });
	return (
		<ApiForm form={form} submit={commonText.logIn}>
			<LoginControls form={form} asksForCode={asksForCode} placeholder={commonText.emailExample} />
		</ApiForm>
	);
}

/** Login form of administrators. It shows field errors as toasts (specification, sections 2, 4 and 5). */
export function AdminLoginForm({ onDone }: FormProps) {
	const api = useApi();
	const { send, asksForCode } = useSecondFactor((fields: LoginFields) =>
		api.adminLogIn({ body: withDeviceKey(fields) }).catch(toastValidationError),
	);
	const form = useApiForm({
		...loginFormOptions,
		send,
		onDone: (session) => session && onDone(session),
		onInvalid: (errors) => {
			for (const { message } of Object.values(errors)) if (message) toast(message, 'error');
		},
	});
	return (
		<ApiForm form={form} submit={adminLogInText.submit}>
			<LoginControls form={form} asksForCode={asksForCode} placeholder={adminLogInText.emailExample} />
			{form.isSending && <Spinner fullScreen translucent label={adminLogInText.loggingIn} />}
		</ApiForm>
	);
}

/** Shows an error of status 422, including a missing second factor, as a toast, then rethrows the error. */
function toastValidationError(error: unknown): never {
	if (isApiError(error) && error.status === 422) toast(error.message, 'error');
	throw error;
}

interface GoogleSecondFactorFormProps {
	onDone: (session: ResponseOf<typeof confirmGoogle>) => void;
}

/** Form that asks for the second factor after Google has confirmed the account. */
export function GoogleSecondFactorForm({ onDone }: GoogleSecondFactorFormProps) {
	const api = useApi();
	const form = useApiForm({
		schema: confirmGoogle.body,
		defaultValues: { code: '' },
		send: (body) => api.confirmGoogle({ body }),
		onDone,
	});
	return (
		<ApiForm form={form} submit={commonText.continueOn}>
			<CodeField {...form.field('code')} />
		</ApiForm>
	);
}

/** Login schema that drops an empty code: the API's schema accepts a missing code, but rejects an empty one. */
const loginSchema: FormSchema<LoginFields> = {
	safeParse(typed) {
		const fields = typed as LoginFields;
		return loginFormSchema.safeParse({ ...fields, code: fields.code || undefined });
	},
};

const loginFormOptions = { schema: loginSchema, defaultValues: { email: '', password: '' } as LoginFields };

function withDeviceKey(fields: LoginFields): LoginFields {
	return { ...fields, device_key: getDeviceKey() };
}

interface LoginControlsProps extends Pick<ComponentProps<'input'>, 'placeholder'> {
	form: ApiFormState<LoginFields>;
	asksForCode: boolean;
}

function LoginControls({ form, asksForCode, placeholder }: LoginControlsProps) {
	const { field, setFocus } = form;
	useEffect(() => {
		if (asksForCode) setFocus('code');
	}, [asksForCode, setFocus]);
	return (
		<>
			<EmailField label={commonText.email} autoComplete="username" placeholder={placeholder} {...field('email')} />
			<PasswordField label={commonText.password} autoComplete="current-password" {...field('password')} />
			<Link
				to="/forgot-password"
				className="-my-3 inline-flex min-h-11 items-center self-start text-14 font-semibold text-leaf underline underline-offset-4"
			>
				{passwordsText.forgotten}
			</Link>
			{asksForCode && <CodeField {...field('code')} />}
		</>
	);
}
