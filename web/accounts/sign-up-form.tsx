import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { displayNameSchema, type Session, signUp } from '../../contract/accounts/accounts.ts';
import { toUserName } from '../../contract/accounts/user-name.ts';
import { createTextSchema } from '../../contract/core/fields.ts';
import * as limits from '../../contract/core/limits.ts';
import { profilePath } from '../../contract/core/page-paths.ts';
import * as commonText from '../../text/shared/common.ts';
import * as validationText from '../../text/shared/validation.ts';
import * as signUpText from '../../text/web/sign-up.ts';
import { ApiForm, type ApiFormState, useApiForm } from '../data/api-form.tsx';
import { useApi } from '../platform/api.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { EmailField, TextField } from '../ui/text-field.tsx';
import { getDeviceKey } from './device-key.ts';
import { suggestedUserNameQuery } from './queries.ts';

interface FormProps {
	onDone: (session: Session) => void;
}

const schema = signUp.body.extend({
	display_name: createTextSchema({ max: limits.displayName.max, missing: signUpText.nameMissing }),
});

type SignUpFields = z.input<typeof schema>;

export function SignUpForm({ onDone }: FormProps) {
	const api = useApi();
	const form = useApiForm({
		schema,
		defaultValues: { display_name: '', user_name: '', email: '', password: '' } as SignUpFields,
		send: (fields) => api.signUp({ body: { ...fields, device_key: getDeviceKey() } }),
		onDone,
	});
	const keepUserName = useSuggestedUserName(form);
	const userName = form.watch('user_name');
	return (
		<div className="flex flex-col gap-5">
			<ApiForm form={form} submit={signUpText.submit}>
				<TextField
					label={signUpText.name}
					autoComplete="name"
					placeholder={signUpText.nameExample}
					hint={signUpText.nameHint}
					{...form.field('display_name')}
				/>
				<TextField
					label={commonText.userName}
					autoComplete="nickname"
					autoCapitalize="none"
					autoCorrect="off"
					spellCheck={false}
					hint={
						<>
							{userName !== '' && (
								<span className="block wrap-anywhere text-ink">
									<RichText
										text={signUpText.yourLink}
										tags={{ address: () => location.host + profilePath(userName.trim().toLowerCase()) }}
									/>
								</span>
							)}
							{signUpText.userNameHint}
						</>
					}
					{...form.field('user_name', { onChange: keepUserName })}
				/>
				<EmailField
					label={commonText.email}
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

/** Milliseconds without typing before the server is asked for a free user name. */
const typingPause = 350;

/**
 * Fills in the user name while the display name is typed: at once as derived in the browser, then as suggested by the server. Returns a
 * handler for typing in the user name, which ends this until the field is empty again.
 */
function useSuggestedUserName({ watch, setValue, formState }: ApiFormState<SignUpFields>) {
	const api = useApi();
	const queryClient = useQueryClient();
	const [isOwnChoice, setOwnChoice] = useState(false);
	const name = displayNameSchema.safeParse(watch('display_name')).data;
	const shouldValidate = formState.isSubmitted;

	useEffect(() => {
		if (isOwnChoice) return;
		const fill = (userName: string) => setValue('user_name', userName, { shouldValidate });
		fill(toUserName(name ?? '') ?? '');
		if (name === undefined) return;
		let isCurrent = true;
		const timer = setTimeout(async () => {
			// Without a suggestion, the derived name stays. The sign-up then reports a name that is taken.
			const suggested = await queryClient.fetchQuery(suggestedUserNameQuery(api, name)).catch(() => null);
			if (suggested && isCurrent) fill(suggested.user_name);
		}, typingPause);
		return () => {
			isCurrent = false;
			clearTimeout(timer);
		};
	}, [api, queryClient, name, isOwnChoice, setValue, shouldValidate]);

	return (event: { target: { value: string } }) => setOwnChoice(event.target.value !== '');
}

/** Link to terms or privacy policy. It opens in a new tab so that the typed fields are not lost. */
function LegalLink({ to, children }: { to: string; children: string }) {
	return (
		<Link to={to} target="_blank" className="inline-block py-1 text-leaf underline">
			{children}
		</Link>
	);
}
