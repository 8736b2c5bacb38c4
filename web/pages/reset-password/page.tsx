import { useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { undoEmailPath } from '../../../contract/core/page-paths.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as passwordsText from '../../../text/web/passwords.ts';
import { ResetPasswordForm } from '../../accounts/password-forms.tsx';
import { clearSession } from '../../accounts/session.ts';
import { AuthLayout } from '../../app/auth-layout.tsx';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { secretPageMeta } from '../../platform/secret-page.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { Route } from './+types/page.ts';

export const handle: SearchParamsHandle = { searchParams: ['token'] };

export { secretPageHeaders as headers } from '../../platform/secret-page.ts';

/** Returns what the page says. The link about a changed email address also restores the former one. */
function getTexts(path: string) {
	return path === undoEmailPath
		? {
				title: passwordsText.undoEmail,
				lead: passwordsText.undoEmailLead,
				submit: passwordsText.putEmailBack,
				done: passwordsText.emailBackTitle,
				hasNewLink: false,
			}
		: {
				title: passwordsText.chooseNew,
				lead: passwordsText.resetConsequence,
				submit: commonText.changePassword,
				done: passwordsText.resetTitle,
				hasNewLink: true,
			};
}

export function meta({ matches, location }: Route.MetaArgs) {
	return secretPageMeta(getTexts(location.pathname).title)({ matches });
}

export default function ResetPasswordPage() {
	const [search] = useSearchParams();
	const texts = getTexts(useLocation().pathname);
	const [done, setDone] = useState(false);
	const token = search.get('token') ?? '';
	const footer = texts.hasNewLink && (
		<Link to="/forgot-password" className="inline-block py-2.5 font-semibold text-leaf underline">
			{passwordsText.requestNewLink}
		</Link>
	);
	if (done) {
		return (
			<AuthLayout title={texts.done} lead={passwordsText.resetLead} footer={null}>
				<ButtonLink to="/Login" size="large" fullWidth>
					{commonText.logIn}
				</ButtonLink>
			</AuthLayout>
		);
	}
	return (
		<AuthLayout title={texts.title} lead={token === '' ? passwordsText.linkIncomplete : texts.lead} footer={footer}>
			{token !== '' && (
				<ResetPasswordForm
					token={token}
					submit={texts.submit}
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
