import { createContext, lazy, type ReactNode, Suspense, useContext, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import * as logInPromptText from '../../../contract/text/log-in-prompt.ts';
import { useSession } from '../../accounts/session.ts';
import { playSound } from '../../appearance/sounds.ts';
import type { Reported } from '../../moderation/report-dialog.tsx';
import { ActorProvider } from '../../platform/actor.ts';
import { AskProvider, type Intent, keepIntent, takeIntent, type Wish } from '../../platform/intent.ts';
import { useLoaded } from '../../platform/use-loaded.ts';
import { SavedItems } from '../../saved-items/saved-items.tsx';
import { NetworkBar } from './network-bar.tsx';

const LogInPrompt = lazy(async () => ({ default: (await import('./log-in-prompt.tsx')).LogInPrompt }));
const ReportDialog = lazy(async () => ({ default: (await import('../../moderation/report-dialog.tsx')).ReportDialog }));
const CarryOut = lazy(async () => ({ default: (await import('./carry-out.tsx')).CarryOut }));

const loadDeliver = async () => (await import('./deliver.tsx')).Deliver;
const loadKeeper = async () => (await import('../offline/keeper.tsx')).Keeper;

type Report = (reported: Reported) => void;

const ReportContext = createContext<Report>(() => {});

/** Opens the report dialog. A visitor is asked to log in first. */
export function useReport(): Report {
	return useContext(ReportContext);
}

/** What people do with ads and posts, wherever these appear: who acts, what waits for a log-in, and the dialogs it takes. */
export function Doing({ children }: { children: ReactNode }) {
	const session = useSession();
	const actor = session?.must_change_password || session?.deletes_at ? null : session;
	const { pathname, search } = useLocation();
	const path = pathname + search;
	const [asked, setAsked] = useState<string | null>(null);
	const [reported, setReported] = useState<Reported | null>(null);
	const [intent, setIntent] = useState<Intent | null>(null);
	const settled = useSettled();
	// Loaded before it is needed, for a network that comes back may go again.
	const Deliver = useLoaded(loadDeliver, actor !== null && settled);
	const Keeper = useLoaded(loadKeeper, settled);

	useEffect(() => {
		if (!session) return;
		const found = takeIntent(sessionStorage, path, Date.now());
		if (found) setIntent(found);
	}, [session, path]);

	function ask(why: string, wish: Wish) {
		keepIntent(sessionStorage, { ...wish, path, scroll: Math.round(window.scrollY), at: Date.now() });
		setAsked(why);
	}

	function report(reported: Reported) {
		if (session) setReported(reported);
		else ask(logInPromptText.toReport(reported.what), { action: 'report', input: reported });
	}

	return (
		// Nobody does anything before the password that was given out has been replaced.
		<ActorProvider value={actor}>
			<AskProvider value={ask}>
				<ReportContext value={report}>
					<SavedItems onToggled={() => playSound('pop')}>{children}</SavedItems>
				</ReportContext>
			</AskProvider>
			{Deliver && actor && <Deliver account={actor.id} token={actor.token} />}
			<NetworkBar account={actor?.id}>
				{Keeper && <Keeper account={session?.id ?? null} acts={actor !== null} />}
			</NetworkBar>
			<Suspense>
				{asked !== null && (
					<LogInPrompt
						why={asked}
						path={path}
						onDismiss={() => {
							takeIntent(sessionStorage, path, Date.now());
							setAsked(null);
						}}
						onLeave={() => setAsked(null)}
					/>
				)}
				{reported && <ReportDialog reported={reported} onClose={() => setReported(null)} />}
				{intent && session && <CarryOut intent={intent} onReport={setReported} onDone={() => setIntent(null)} />}
			</Suspense>
		</ActorProvider>
	);
}

/** Milliseconds after the page has loaded in which nothing competes with it. */
const peace = 1_000;

/** Whether the page has loaded with all that belongs to it. */
function useSettled(): boolean {
	const [settled, setSettled] = useState(false);
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		const wait = () => {
			timer = setTimeout(setSettled, peace, true);
		};
		if (document.readyState === 'complete') wait();
		else window.addEventListener('load', wait, { once: true });
		return () => {
			clearTimeout(timer);
			window.removeEventListener('load', wait);
		};
	}, []);
	return settled;
}
