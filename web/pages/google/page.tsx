import { UserRoundCheck, UserRoundX } from 'lucide-react';
import { replace, useNavigate } from 'react-router';
import type { Session } from '../../../contract/accounts/accounts.ts';
import { ApiError } from '../../../contract/core/client.ts';
import * as messages from '../../../contract/core/messages.ts';
import * as accountsApiText from '../../../text/shared/accounts-api.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as adminText from '../../../text/web/admin.ts';
import * as googleText from '../../../text/web/google.ts';
import { InAppBrowserHint } from '../../accounts/google-login.tsx';
import { useInAppBrowser } from '../../accounts/in-app-browser.ts';
import { GoogleSecondFactorForm } from '../../accounts/login-forms.tsx';
import { setSession, useSession } from '../../accounts/session.ts';
import { getLandingPath } from '../../accounts/use-start-session.ts';
import { AuthLayout } from '../../app/auth-layout.tsx';
import { playSound } from '../../appearance/sounds.ts';
import { apiRouterContext } from '../../platform/api-router-context.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import type { Route } from './+types/page.ts';

type Outcome = { what: 'code' } | { what: 'rejected'; sentence: string; linking: boolean; hasAccount: boolean };

const securityPath = '/dashboard/security';
const mainClasses = 'mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center px-5 py-10';

const errorMessages: Record<string, string> = {
	access_denied: googleText.cancelled,
	unsupported: accountsApiText.googleNotConfigured,
	temporarily_unavailable: accountsApiText.googleUnreachable,
};

/** Finishes a login with Google, or the linking of a Google account, after Google has redirected back. */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs): Promise<Outcome> {
	const api = context.get(apiRouterContext);
	const params = new URL(request.url).searchParams;
	const [code, state, iss] = [params.get('code'), params.get('state'), params.get('iss')];
	const linking = state?.startsWith('link.') === true;
	const rejected = (sentence: string, hasAccount = false): Outcome => ({
		what: 'rejected',
		sentence,
		linking,
		hasAccount,
	});
	if (!code || !state) return rejected(errorMessages[params.get('error') ?? ''] ?? googleText.notIdentified);
	const response = { code, state, ...(iss !== null && { iss }) };
	let landing = securityPath;
	try {
		if (linking) {
			await api.finishGoogleLink({ body: response });
			toast(googleText.linked);
		} else {
			landing = startSession(await api.finishGoogle({ query: response }));
		}
	} catch (error) {
		if (!(error instanceof ApiError)) return rejected(getErrorMessage(error));
		if (error.problem.fields?.code) return { what: 'code' };
		return rejected(error.message, error.problem.code === 'conflict');
	}
	// The landing page replaces this address in the history, because the code in the address is used up.
	throw replace(landing);
}
clientLoader.hydrate = true as const;

function startSession({ next, ...session }: Session & { next: string }): string {
	setSession(session);
	playSound('login');
	toast(messages.loggedIn);
	return getLandingPath(session, next);
}

export function shouldRevalidate() {
	return false;
}

export function HydrateFallback() {
	return <Spinner fullScreen label={googleText.signingIn} />;
}

export const meta = hiddenPageMeta(googleText.pageTitle);

export default function GoogleCallbackPage({ loaderData: outcome }: Route.ComponentProps) {
	const navigate = useNavigate();
	const app = useInAppBrowser();
	const session = useSession();
	if (outcome.what === 'code') {
		return (
			<AuthLayout title={googleText.codeTitle} lead={googleText.codeLead} footer={null}>
				<GoogleSecondFactorForm onDone={(begun) => navigate(startSession(begun), { replace: true })} />
			</AuthLayout>
		);
	}
	const { sentence, linking, hasAccount } = outcome;
	if (session && !linking) {
		return (
			<main className={mainClasses}>
				<EmptyState
					as="h1"
					icon={UserRoundCheck}
					title={googleText.alreadyLoggedIn}
					action={<ButtonLink to={getLandingPath(session, null)}>{adminText.goToDashboard}</ButtonLink>}
					hint={googleText.alreadyLoggedInAs(session.user_name)}
				/>
			</main>
		);
	}
	return (
		<main className={mainClasses}>
			<EmptyState
				as="h1"
				icon={UserRoundX}
				title={linking ? googleText.notLinked : googleText.notSignedIn}
				action={
					<div className="flex flex-wrap justify-center gap-2">
						{linking ? (
							<ButtonLink to={securityPath}>{googleText.backToSecurity}</ButtonLink>
						) : (
							<ButtonLink to={hasAccount ? `/Login?next=${encodeURIComponent(securityPath)}` : '/Login'}>
								{hasAccount ? googleText.logInWithPassword : commonText.tryAgain}
							</ButtonLink>
						)}
						<ButtonLink to="/" variant="quiet">
							{commonText.goToMarket}
						</ButtonLink>
					</div>
				}
				hint={sentence}
			/>
			{app && <InAppBrowserHint app={app} />}
		</main>
	);
}
