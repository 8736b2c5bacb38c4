import { Link, useSearchParams } from 'react-router';
import * as commonText from '../../../text/shared/common.ts';
import * as logInText from '../../../text/web/log-in.ts';
import { GoogleLogin, loadGoogleLoginUrl } from '../../accounts/google-login.tsx';
import { LoginForm } from '../../accounts/login-forms.tsx';
import { PasskeyLogin } from '../../accounts/passkey-login.tsx';
import { forwardNextParam, useStartSession } from '../../accounts/use-start-session.ts';
import { AuthLayout } from '../../app/auth-layout.tsx';
import { loadPage } from '../../platform/loader.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { RichText } from '../../ui/rich-text.tsx';
import type { Route } from './+types/page.ts';

export const handle: SearchParamsHandle = { searchParams: ['next'] };

export const loader = (args: Route.LoaderArgs) => loadPage(args, loadGoogleLoginUrl);

/** Client loader that returns no data, so that navigation does not wait. The page loads its data itself. */
export function clientLoader() {
	return { page: null };
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, {
		title: commonText.logIn,
		description: logInText.lead,
		path: '/Login',
	});
}

export default function LoginPage() {
	const startSession = useStartSession();
	const [search] = useSearchParams();
	const footer = (
		<RichText
			text={logInText.noAccount}
			tags={{
				signup: (words) => (
					<Link
						to={{ pathname: '/signup', search: forwardNextParam(search) }}
						className="inline-block py-2.5 font-semibold text-leaf underline"
					>
						{words}
					</Link>
				),
			}}
		/>
	);
	return (
		<AuthLayout title={logInText.title} lead={logInText.lead} footer={footer}>
			<LoginForm onDone={startSession} />
			<PasskeyLogin onDone={startSession} />
			<GoogleLogin />
		</AuthLayout>
	);
}
