import { useState } from 'react';
import { Link } from 'react-router';
import * as passwordsText from '../../../contract/text/passwords.ts';
import { ForgotPasswordForm } from '../../accounts/password-forms.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Entrance } from '../entrance.tsx';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: passwordsText.forgottenPageTitle, hidden: true });
}

export default function ForgotPasswordPage() {
	const [sentTo, setSentTo] = useState<string | null>(null);
	const other = (
		<Link to="/Login" className="inline-block py-2.5 font-semibold text-leaf underline">
			{passwordsText.backToLogIn}
		</Link>
	);
	if (sentTo === null) {
		return (
			<Entrance title={passwordsText.forgotten} lead={passwordsText.forgottenLead} other={other}>
				<ForgotPasswordForm onDone={setSentTo} />
			</Entrance>
		);
	}
	return (
		<Entrance title={passwordsText.linkSentTitle} lead={passwordsText.linkSentLead} other={other}>
			<div role="status" className="flex flex-col gap-3">
				<p className="wrap-anywhere">
					<RichText text={passwordsText.linkSent} tags={{ email: () => <strong>{sentTo}</strong> }} />
				</p>
				<p className="text-14 text-quiet">{passwordsText.linkSentHint}</p>
			</div>
			<Button look="quiet" className="mt-5" onClick={() => setSentTo(null)}>
				{passwordsText.useOtherAddress}
			</Button>
		</Entrance>
	);
}
