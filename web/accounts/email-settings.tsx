import { useMutation } from '@tanstack/react-query';
import { BadgeCheck, CircleAlert, MailQuestionMark } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { Me } from '../../contract/accounts/accounts.ts';
import { placeholderAdminEmail } from '../../contract/accounts/placeholder-admin-email.ts';
import { changeEmail } from '../../contract/accounts/recovery.ts';
import * as commonText from '../../text/shared/common.ts';
import * as emailSettingsText from '../../text/web/email-settings.ts';
import * as identityCheckText from '../../text/web/identity-check.ts';
import * as verifyEmailText from '../../text/web/verify-email.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { FormButtons } from '../data/form-buttons.tsx';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { EmailField } from '../ui/text-field.tsx';
import { ChoosePassword } from './choose-password.tsx';
import { CodeField } from './code-field.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';
import { useHasPassword } from './queries.ts';
import { useSecondFactor } from './use-second-factor.ts';

interface EmailSettingsProps {
	me: Me;
	onChanged: (me: Me) => void;
}

export function EmailSettings({ me, onChanged }: EmailSettingsProps) {
	const api = useApi();
	const hasPassword = useHasPassword();
	const [open, setOpen] = useState(false);
	const close = () => setOpen(false);
	const isPlaceholder = me.email === placeholderAdminEmail;
	const keepCurrent = useMutation({
		mutationFn: () => api.keepEmail(),
		onSuccess: () => onChanged({ ...me, new_email: null }),
	});
	return (
		<>
			<h2 className="font-semibold text-14 tracking-normal">{commonText.email}</h2>
			<p className="mt-1 wrap-anywhere">{me.email}</p>
			<p className="mt-1 flex items-center gap-1.5 text-14 text-quiet">
				{me.email_verified ? (
					<>
						<BadgeCheck aria-hidden className="size-4 shrink-0 text-leaf" />
						{emailSettingsText.confirmed}
					</>
				) : (
					<>
						<CircleAlert aria-hidden className="size-4 shrink-0 text-marigold" />
						{isPlaceholder ? emailSettingsText.temporaryAddress : emailSettingsText.unconfirmed}
					</>
				)}
			</p>
			<p className="mt-2 text-14 text-quiet">{emailSettingsText.purpose}</p>
			{me.new_email !== null && !open && (
				<div className="mt-4 rounded-control bg-marigold-soft p-4 text-14">
					<p className="flex items-start gap-2">
						<MailQuestionMark aria-hidden className="size-5 shrink-0 text-marigold" />
						<span className="min-w-0 wrap-anywhere">
							<RichText
								text={emailSettingsText.changePending}
								tags={{ email: () => <strong>{me.new_email}</strong> }}
							/>
						</span>
					</p>
					<FormError>{keepCurrent.error && getErrorMessage(keepCurrent.error)}</FormError>
					<Button variant="plain" className="mt-2" loading={keepCurrent.isPending} onClick={() => keepCurrent.mutate()}>
						{emailSettingsText.keepCurrent}
					</Button>
				</div>
			)}
			{!open && (
				<div className="mt-4 flex flex-wrap gap-2">
					{!me.email_verified && !isPlaceholder && me.new_email === null && <ResendVerification variant="primary" />}
					<Button variant={isPlaceholder ? 'primary' : 'quiet'} onClick={() => setOpen(true)}>
						{emailSettingsText.change}
					</Button>
				</div>
			)}
			{open && hasPassword === false && (
				<>
					<p className="mt-4">{identityCheckText.passwordNeeded}</p>
					<ChoosePassword email={me.email} />
				</>
			)}
			{open && hasPassword !== false && (
				<ChangeEmailForm
					onDone={(email) => {
						close();
						onChanged({ ...me, new_email: email });
					}}
					onCancel={close}
				/>
			)}
		</>
	);
}

interface ChangeEmailFormProps {
	onDone: (email: string) => void;
	onCancel: () => void;
}

type EmailFields = z.input<typeof changeEmail.body>;

function ChangeEmailForm({ onDone, onCancel }: ChangeEmailFormProps) {
	const api = useApi();
	const { send, asksForCode } = useSecondFactor(async (body: EmailFields) => {
		await api.changeEmail({ body });
		return body.email;
	});
	const form = useApiForm({
		schema: changeEmail.body,
		defaultValues: { email: '', password: '' } as EmailFields,
		send,
		onDone: (email) => email && onDone(email),
		toMessage: getErrorMessage,
	});
	const { setFocus } = form;
	useEffect(() => setFocus(asksForCode ? 'code' : 'email'), [asksForCode, setFocus]);
	return (
		<ApiForm
			form={form}
			submit={<FormButtons form={form} label={emailSettingsText.sendLink} onCancel={onCancel} />}
			className="mt-4 gap-4"
		>
			<EmailField label={emailSettingsText.newEmail} hint={emailSettingsText.newEmailHint} {...form.field('email')} />
			<CurrentPasswordField {...form.field('password')} />
			{asksForCode && <CodeField {...form.field('code')} />}
		</ApiForm>
	);
}

function ResendVerification({ variant = 'plain' }: { variant?: ButtonVariant }) {
	const api = useApi();
	const resend = useMutation({ mutationFn: () => api.resendVerification() });
	return (
		<span className="inline-flex flex-wrap items-center gap-2">
			{!resend.isSuccess && (
				<Button variant={variant} loading={resend.isPending} onClick={() => resend.mutate()}>
					{verifyEmailText.resend}
				</Button>
			)}
			<span role="status" className="text-14">
				{resend.isSuccess && verifyEmailText.resent}
				{resend.error && getErrorMessage(resend.error)}
			</span>
		</span>
	);
}
