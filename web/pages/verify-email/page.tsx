import { MailCheck, MailX } from 'lucide-react';
import { ApiError } from '../../../contract/core/client.ts';
import * as messages from '../../../contract/core/messages.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as verifyEmailText from '../../../text/web/verify-email.ts';
import { getSession, setSession } from '../../accounts/session.ts';
import { apiRouterContext } from '../../platform/api-router-context.ts';
import { secretPageMeta } from '../../platform/secret-page.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/page.ts';

/** Confirms the email. Runs in the browser only, so that programs that follow links in mails don't confirm emails. */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
	const api = context.get(apiRouterContext);
	try {
		await api.verifyEmail({ body: { token: new URL(request.url).searchParams.get('token') ?? '' } });
	} catch (error) {
		return { problem: error instanceof ApiError ? error.message : messages.networkError };
	}
	const session = getSession();
	const me = session && (await api.getMe().catch(() => null));
	if (session && me) setSession({ ...session, ...me });
	return { problem: null };
}
clientLoader.hydrate = true as const;

export function shouldRevalidate() {
	return false;
}

export function HydrateFallback() {
	return <Spinner fullPage label={verifyEmailText.confirming} />;
}

export { secretPageHeaders as headers } from '../../platform/secret-page.ts';

export const meta = secretPageMeta(verifyEmailText.pageTitle);

export default function VerifyEmailPage({ loaderData: { problem } }: Route.ComponentProps) {
	const home = <ButtonLink to="/">{commonText.goToMarket}</ButtonLink>;
	return (
		<>
			{problem === null ? (
				<EmptyState
					as="h1"
					icon={MailCheck}
					title={verifyEmailText.confirmedTitle}
					action={home}
					hint={verifyEmailText.confirmedHint}
				/>
			) : (
				<EmptyState as="h1" icon={MailX} title={verifyEmailText.failedTitle} action={home} hint={problem} />
			)}
		</>
	);
}
