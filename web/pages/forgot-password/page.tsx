import { useState } from 'react';
import { Link } from 'react-router';
import { messages } from '../../../contract/messages.ts';
import { ForgotPasswordForm } from '../../accounts/forgot-password-form.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { Entrance } from '../entrance.tsx';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: 'Forgotten password', hidden: true });
}

export default function ForgotPasswordPage() {
	const [sentTo, setSentTo] = useState<string | null>(null);
	const other = (
		<Link to="/Login" className="inline-block py-2.5 font-semibold text-leaf underline">
			Back to log in
		</Link>
	);
	if (sentTo === null) {
		return (
			<Entrance
				title="Forgotten your password?"
				lead="Type the email address of your account. We send you a link to choose a new password."
				other={other}
			>
				<ForgotPasswordForm onDone={setSentTo} onNetworkError={() => toast(messages.networkError, 'error')} />
			</Entrance>
		);
	}
	return (
		<Entrance title="Look into your mail" lead="The link works once, for 30 minutes." other={other}>
			<div role="status" className="flex flex-col gap-3">
				<p className="wrap-anywhere">
					If there is an account with <strong>{sentTo}</strong>, a link is on its way there.
				</p>
				<p className="text-14 text-quiet">Nothing after a few minutes? Look among spam, or check the address.</p>
			</div>
			<Button look="quiet" className="mt-5" onClick={() => setSentTo(null)}>
				Use another address
			</Button>
		</Entrance>
	);
}
