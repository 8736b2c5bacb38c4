import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import * as commonText from '../../../contract/text/common.ts';
import * as passwordsText from '../../../contract/text/passwords.ts';
import { ResetPasswordForm } from '../../accounts/password-forms.tsx';
import { clearSession } from '../../accounts/session.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { secretPageMeta } from '../../platform/secret-page.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { AuthLayout } from '../auth-layout.tsx';
import type { Route } from './+types/page.ts';

export const handle: SearchParamsHandle = { searchParams: ['token'] };

export { secretPageHeaders as headers } from '../../platform/secret-page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return secretPageMeta(matches, passwordsText.chooseNew);
}

export default function ResetPasswordPage() {
	const [search] = useSearchParams();
	const [done, setDone] = useState(false);
	const token = search.get('token') ?? '';
	const footer = (
		<Link to="/forgot-password" className="inline-block py-2.5 font-semibold text-leaf underline">
			{passwordsText.requestNewLink}
		</Link>
	);
	if (done) {
		return (
			<AuthLayout title={passwordsText.resetTitle} lead={passwordsText.resetLead} footer={null}>
				<ButtonLink to="/Login" size="large" fullWidth>
					{commonText.logIn}
				</ButtonLink>
			</AuthLayout>
		);
	}
	return (
		<AuthLayout
			title={passwordsText.chooseNew}
			lead={token === '' ? passwordsText.linkIncomplete : passwordsText.resetConsequence}
			footer={footer}
		>
			{token !== '' && (
				<ResetPasswordForm
					token={token}
					onDone={() => {
						// The server has ended all sessions of the account.
						clearSession();
						setDone(true);
					}}
				/>
			)}
		</AuthLayout>
	);
}
