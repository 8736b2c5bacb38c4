import { useState } from 'react';
import { Link } from 'react-router';
import * as passwordsText from '../../../text/web/passwords.ts';
import { ForgotPasswordForm } from '../../accounts/password-forms.tsx';
import { AuthLayout } from '../../app/auth-layout.tsx';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';

export const meta = hiddenPageMeta(passwordsText.forgottenPageTitle);

export default function ForgotPasswordPage() {
	const [sentTo, setSentTo] = useState<string | null>(null);
	const footer = (
		<Link to="/Login" className="inline-block py-2.5 font-semibold text-leaf underline">
			{passwordsText.backToLogIn}
		</Link>
	);
	if (sentTo === null) {
		return (
			<AuthLayout title={passwordsText.forgotten} lead={passwordsText.forgottenLead} footer={footer}>
				<ForgotPasswordForm onDone={setSentTo} />
			</AuthLayout>
		);
	}
	return (
		<AuthLayout title={passwordsText.linkSentTitle} lead={passwordsText.linkSentLead} footer={footer}>
			<div role="status" className="flex flex-col gap-3">
				<p className="wrap-anywhere">
					<RichText text={passwordsText.linkSent} tags={{ email: () => <strong>{sentTo}</strong> }} />
				</p>
				<p className="text-14 text-quiet">{passwordsText.linkSentHint}</p>
			</div>
			<Button variant="quiet" className="mt-5" onClick={() => setSentTo(null)}>
				{passwordsText.useOtherAddress}
			</Button>
		</AuthLayout>
	);
}
