import { MailCheck, MailX } from 'lucide-react';
import { ApiError } from '../../../contract/client.ts';
import { messages } from '../../../contract/messages.ts';
import { getSession, setSession } from '../../accounts/session.ts';
import { apiContext } from '../../platform/api-context.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { Route } from './+types/page.ts';

/** The browser confirms the address: a program that only follows the links in a mail does not. */
export async function clientLoader({ request, context }: Route.ClientLoaderArgs) {
	const api = context.get(apiContext);
	try {
		await api.verifyEmail({ body: { token: new URL(request.url).searchParams.get('token') ?? '' } });
	} catch (error) {
		return { refusal: error instanceof ApiError ? error.message : messages.networkError };
	}
	const session = getSession();
	const me = session && (await api.getMe().catch(() => null));
	if (session && me) setSession({ ...session, ...me });
	return { refusal: null };
}
clientLoader.hydrate = true as const;

export function shouldRevalidate() {
	return false;
}

export function HydrateFallback() {
	return <Spinner fullScreen label="Confirming your email address" />;
}

/** The address is a key: nobody keeps it, and no other site is told of it. */
export function headers() {
	return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}

export function meta({ matches }: Route.MetaArgs) {
	return [
		...pageMeta(matches, { title: 'Confirm your email', hidden: true }),
		{ name: 'referrer', content: 'no-referrer' },
	];
}

export default function VerifyEmailPage({ loaderData: { refusal } }: Route.ComponentProps) {
	const home = <ButtonLink to="/">Go to the market</ButtonLink>;
	return (
		<>
			{refusal === null ? (
				<EmptyState
					as="h1"
					icon={<MailCheck className="size-8" />}
					title="Your email address is confirmed"
					action={home}
				>
					Thank you. Everything is ready for your first ad.
				</EmptyState>
			) : (
				<EmptyState as="h1" icon={<MailX className="size-8" />} title="We could not confirm your email" action={home}>
					{refusal}
				</EmptyState>
			)}
		</>
	);
}
