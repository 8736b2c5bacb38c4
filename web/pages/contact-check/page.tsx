import { Hourglass, MessageCircleX, Phone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Challenge, RevealChannel, SolvedChallenge } from '../../../contract/contacts.ts';
import { formatPhone } from '../../../contract/format-phone.ts';
import { profilePath, shortAdPath } from '../../../contract/page-paths.ts';
import * as commonText from '../../../contract/text/common.ts';
import * as contactText from '../../../contract/text/contact.ts';
import * as contactCheckText from '../../../contract/text/contact-check.ts';
import { loginPath } from '../../accounts/return-path.ts';
import { useSession } from '../../accounts/session.ts';
import type { PageviewHandle } from '../../insights/use-pageview.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { LayoutHandle } from '../page-layout.tsx';
import type { Route } from './+types/page.ts';

/** Renders the page in the browser only, which solves the challenge. */
export function clientLoader() {
	return null;
}
clientLoader.hydrate = true as const;

export const handle: LayoutHandle & PageviewHandle & SearchParamsHandle = {
	Rail: null,
	secret: true,
	searchParams: ['words'],
};

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: contactCheckText.title, hidden: true });
}

export function HydrateFallback() {
	return (
		<>
			<Spinner label={contactCheckText.title} />
			<noscript>
				<p className="text-center">{contactCheckText.needsScript}</p>
			</noscript>
		</>
	);
}

/** Milliseconds of one try on a slow phone (measured with Chromium, its processor slowed down six times). */
const tryTime = 6;

type State = { is: 'working'; seconds: number } | { is: 'open'; url: string } | { is: 'failed'; message: string };

/** Asks for the address of a chat or a call, and solves the challenges that come first. Starts again with another `attempt`. */
function useReveal(subject: string, channel: RevealChannel, words: string | undefined, attempt: number): State {
	const api = useApi();
	const [state, setState] = useState<State>({ is: 'working', seconds: 0 });
	// biome-ignore lint/correctness/useExhaustiveDependencies: Another attempt runs the effect again.
	useEffect(() => {
		const controller = new AbortController();
		async function reveal() {
			let solved: SolvedChallenge | undefined;
			while (!controller.signal.aborted) {
				const body = { ...(words && { words }), ...(solved && { solved }) };
				const { url, challenge } = await api.revealContact({ params: { subject, channel }, body });
				if (controller.signal.aborted) return;
				if (url !== null) {
					setState({ is: 'open', url });
					return location.replace(url);
				}
				if (!challenge) return;
				setState({ is: 'working', seconds: (challenge.parameters.data.tries * tryTime) / 1000 });
				solved = await solve(challenge, controller);
			}
		}
		setState({ is: 'working', seconds: 0 });
		reveal().catch((error) => {
			if (!controller.signal.aborted) setState({ is: 'failed', message: getErrorMessage(error) });
		});
		return () => controller.abort();
	}, [api, subject, channel, words, attempt]);
	return state;
}

async function solve(challenge: Challenge, controller: AbortController): Promise<SolvedChallenge | undefined> {
	const [{ solveChallenge }, { deriveKey }] = await Promise.all([
		import('altcha-lib'),
		import('altcha-lib/algorithms/web/pbkdf2'),
	]);
	const solution = await solveChallenge({ challenge, deriveKey, controller, timeout: 0 });
	return solution ? { challenge, solution: { counter: solution.counter, derivedKey: solution.derivedKey } } : undefined;
}

export default function ContactCheckPage({ params }: Route.ComponentProps) {
	const [attempt, setAttempt] = useState(0);
	const { pathname, search } = useLocation();
	const words = new URLSearchParams(search).get('words') ?? undefined;
	const state = useReveal(params.subject, params.channel as RevealChannel, words, attempt);
	const session = useSession();
	const userName = params.subject.startsWith('@') ? params.subject.slice(1) : null;
	const page = userName === null ? shortAdPath(Number(params.subject)) : profilePath(userName);
	const back = (
		<ButtonLink to={page} variant="quiet">
			{contactText.back}
		</ButtonLink>
	);
	if (state.is === 'failed') {
		return (
			<EmptyState
				as="h1"
				icon={<MessageCircleX className="size-8" />}
				title={contactCheckText.failed}
				action={
					<>
						<Button onClick={() => setAttempt(attempt + 1)}>{commonText.tryAgain}</Button>
						{back}
					</>
				}
			>
				{state.message}
			</EmptyState>
		);
	}
	if (state.is === 'open') {
		const number = state.url.startsWith('tel:+') ? formatPhone(state.url.slice('tel:+'.length)) : null;
		return (
			<EmptyState
				as="h1"
				icon={<Phone className="size-8" />}
				title={number ?? contactCheckText.opening}
				action={
					<>
						<a
							href={state.url}
							rel="noopener nofollow ugc"
							className="inline-flex min-h-11 items-center rounded-control bg-leaf px-4 font-semibold text-on-leaf hover:bg-leaf-strong"
						>
							{number === null ? contactText.continueOnWhatsapp : contactText.call}
						</a>
						{back}
					</>
				}
			/>
		);
	}
	return (
		<EmptyState
			as="h1"
			icon={<Hourglass className="size-8" />}
			title={contactCheckText.title}
			action={
				<>
					{!session && <ButtonLink to={loginPath(pathname + search)}>{commonText.logIn}</ButtonLink>}
					{back}
				</>
			}
		>
			<p>{contactCheckText.reason}</p>
			<p role="status">{contactCheckText.takes(state.seconds)}</p>
			<Spinner label={contactCheckText.title} />
			{!session && <p>{contactCheckText.logInHint}</p>}
		</EmptyState>
	);
}
