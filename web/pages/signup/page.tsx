import { Link, useSearchParams } from 'react-router';
import * as signUpText from '../../../text/web/sign-up.ts';
import { GoogleLogin, loadGoogleLoginUrl } from '../../accounts/google-login.tsx';
import { SignUpForm } from '../../accounts/sign-up-form.tsx';
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
	return pageMeta(matches, { title: signUpText.pageTitle, description: signUpText.lead, path: '/signup' });
}

export default function SignUpPage() {
	const startSession = useStartSession();
	const [search] = useSearchParams();
	const footer = (
		<RichText
			text={signUpText.haveAccount}
			tags={{
				login: (words) => (
					<Link
						to={{ pathname: '/Login', search: forwardNextParam(search) }}
						className="inline-block py-2.5 font-semibold text-leaf underline"
					>
						{words}
					</Link>
				),
			}}
		/>
	);
	return (
		<AuthLayout title={signUpText.title} lead={signUpText.lead} footer={footer}>
			<SignUpForm onDone={startSession} />
			<GoogleLogin />
		</AuthLayout>
	);
}
