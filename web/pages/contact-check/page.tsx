import { Hourglass, LoaderCircle, type LucideIcon, MessageCircleX, Phone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { Challenge, RevealChannel, SolvedChallenge } from '../../../contract/contacts/contacts.ts';
import { formatPhone } from '../../../contract/core/format-phone.ts';
import { profilePath, shortAdPath } from '../../../contract/core/page-paths.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as contactText from '../../../text/shared/contact.ts';
import * as contactCheckText from '../../../text/shared/contact-check.ts';
import { loginPath } from '../../accounts/return-path.ts';
import { useSession } from '../../accounts/session.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import type { PageviewHandle } from '../../insights/use-pageview.ts';
import { useApi } from '../../platform/api.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NeedsScript } from '../../ui/needs-script.tsx';
import { Spinner } from '../../ui/spinner.tsx';
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

export const meta = hiddenPageMeta(contactCheckText.title);

export function HydrateFallback() {
	const { subject = '' } = useParams();
	return (
		<EmptyState as="h1" icon={Hourglass} title={contactCheckText.title} action={<BackLink subject={subject} />}>
			<div className="noscript:hidden">
				<Spinner label={contactCheckText.title} />
			</div>
			<NeedsScript>
				{subject.startsWith('@') ? contactCheckText.needsScript : contactCheckText.needsScriptForAd}
			</NeedsScript>
		</EmptyState>
	);
}

/** Milliseconds of one try on a slow phone (measured with Chromium, its processor slowed down six times). */
const tryTime = 6;
/** Seconds of work above which the page does not begin. A challenge expires after an hour, and its price doubles without bound. */
const maxSeconds = 600;

type State =
	/** `seconds` is null until the work is known. */
	| { is: 'working'; seconds: number | null }
	| { is: 'open'; url: string }
	| { is: 'rejected' }
	| { is: 'failed'; message: string };

/** Asks for the address of a chat or a call, and solves the challenges that come first. Starts again with another `attempt`. */
function useReveal(subject: string, channel: RevealChannel, words: string | undefined, attempt: number): State {
	const api = useApi();
	const [state, setState] = useState<State>({ is: 'working', seconds: null });
	/** Work that the server has not taken yet. Another attempt sends it again. */
	const solved = useRef<SolvedChallenge>(undefined);
	// biome-ignore lint/correctness/useExhaustiveDependencies: Another attempt runs the effect again.
	useEffect(() => {
		const controller = new AbortController();
		async function reveal() {
			while (!controller.signal.aborted) {
				const body = { ...(words && { words }), ...(solved.current && { solved: solved.current }) };
				const { url, challenge } = await api.revealContact({ params: { subject, channel }, body });
				if (controller.signal.aborted) return;
				if (url !== null) {
					setState({ is: 'open', url });
					return location.replace(url);
				}
				if (!challenge) return;
				const seconds = (challenge.parameters.data.tries * tryTime) / 1000;
				if (seconds > maxSeconds) return setState({ is: 'rejected' });
				setState({ is: 'working', seconds });
				solved.current = await solve(challenge, controller);
			}
		}
		setState({ is: 'working', seconds: null });
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

function BackLink({ subject }: { subject: string }) {
	const page = subject.startsWith('@') ? profilePath(subject.slice(1)) : shortAdPath(Number(subject));
	return (
		<ButtonLink to={page} variant="quiet">
			{contactText.back}
		</ButtonLink>
	);
}

export default function ContactCheckPage({ params: { subject, channel } }: Route.ComponentProps) {
	const [attempt, setAttempt] = useState(0);
	const { pathname, search } = useLocation();
	const words = new URLSearchParams(search).get('words') ?? undefined;
	const state = useReveal(subject, channel as RevealChannel, words, attempt);
	const session = useSession();
	const section = useRef<HTMLElement>(null);
	const { is } = state;
	useEffect(() => {
		if (is !== 'working' || attempt > 0) section.current?.focus();
	}, [is, attempt]);
	const isWorking = is === 'working';
	const { icon, title, message } = describe(state, session !== null);
	return (
		<section ref={section} tabIndex={-1} aria-label={title} className="outline-none">
			<EmptyState
				as="h1"
				icon={icon}
				title={title}
				action={
					<>
						{state.is === 'failed' && <Button onClick={() => setAttempt(attempt + 1)}>{commonText.tryAgain}</Button>}
						{state.is === 'open' && <OpenLink url={state.url} />}
						{(isWorking || state.is === 'rejected') && !session && (
							<ButtonLink to={loginPath(pathname + search)}>{commonText.logIn}</ButtonLink>
						)}
						<BackLink subject={subject} />
					</>
				}
			>
				{isWorking && <p>{contactCheckText.reason}</p>}
				<p role="status">{message}</p>
				{isWorking && <LoaderCircle aria-hidden className="mx-auto my-8 size-7 animate-spin text-leaf" />}
				{isWorking && !session && <p>{contactCheckText.logInHint}</p>}
			</EmptyState>
		</section>
	);
}

function describe(state: State, isLoggedIn: boolean): { icon: LucideIcon; title: string; message: string } {
	switch (state.is) {
		case 'working': {
			const message = state.seconds === null ? '' : contactCheckText.takes(state.seconds);
			return { icon: Hourglass, title: contactCheckText.title, message };
		}
		case 'open': {
			const number = readNumber(state.url);
			return { icon: Phone, title: number ?? contactCheckText.opening, message: '' };
		}
		case 'rejected': {
			const message = isLoggedIn ? contactCheckText.rejectedAccount : contactCheckText.rejectedVisitor;
			return { icon: MessageCircleX, title: contactCheckText.failed, message };
		}
		case 'failed':
			return { icon: MessageCircleX, title: contactCheckText.failed, message: state.message };
	}
}

/** Returns the number to call as people read it; null if the address opens a chat. */
function readNumber(url: string): string | null {
	return url.startsWith('tel:+') ? formatPhone(url.slice('tel:+'.length)) : null;
}

function OpenLink({ url }: { url: string }) {
	return (
		<a
			href={url}
			rel="noopener nofollow ugc"
			className="inline-flex min-h-11 items-center rounded-control bg-leaf px-4 font-semibold text-on-leaf hover:bg-leaf-strong"
		>
			{readNumber(url) === null ? contactText.continueOnWhatsapp : contactText.call}
		</a>
	);
}
