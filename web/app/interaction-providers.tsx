import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import * as logInPromptText from '../../text/web/log-in-prompt.ts';
import { useSession } from '../accounts/session.ts';
import { playSound } from '../appearance/sounds.ts';
import { ReportDialogProvider } from '../moderation/report-context.ts';
import type { ReportSubject } from '../moderation/report-dialog.tsx';
import { NetworkBar } from '../offline/pending-actions/network-bar.tsx';
import { ActorProvider } from '../platform/actor.ts';
import { useIsSettled } from '../platform/use-is-settled.ts';
import {
	consumeVisitorIntent,
	LoginPromptProvider,
	type PendingVisitorIntent,
	saveVisitorIntent,
	type VisitorIntent,
} from '../platform/visitor-intent.ts';
import { SavedItemsProvider } from '../saved-items/saved-items-provider.tsx';
import { lazyPart } from '../ui/use-lazy-component.ts';

const LoginPrompt = lazyPart(async () => (await import('../accounts/login-prompt.tsx')).LoginPrompt);
const ReportDialog = lazyPart(async () => (await import('../moderation/report-dialog.tsx')).ReportDialog);
const ResumeVisitorIntent = lazyPart(async () => (await import('./resume-visitor-intent.tsx')).ResumeVisitorIntent);

// Loads ahead of need, because the network may drop again.
const PendingActionsSender = lazyPart(
	async () => (await import('../offline/pending-actions/pending-actions-sender.tsx')).PendingActionsSender,
);
const OfflineCacheManager = lazyPart(async () => (await import('./offline-cache-manager.tsx')).OfflineCacheManager);

/**
 * Provides the acting account, the login prompt, saved items and the report dialog. Mounts the network bar, the offline cache manager and
 * the sender of pending actions.
 */
export function InteractionProviders({ children }: { children: ReactNode }) {
	const session = useSession();
	const actor = session?.must_change_password || session?.deletes_at ? null : session;
	const { pathname, search } = useLocation();
	const currentPath = pathname + search;
	const [prompt, setPrompt] = useState<{ why: string; path: string } | null>(null);
	const [reported, setReported] = useState<ReportSubject | null>(null);
	const [intent, setIntent] = useState<PendingVisitorIntent | null>(null);
	const isSettled = useIsSettled();

	useEffect(() => {
		if (!session) return;
		const found = consumeVisitorIntent(sessionStorage, currentPath, Date.now());
		if (found) setIntent(found);
	}, [session, currentPath]);

	function promptLogin(why: string, wantedIntent: VisitorIntent, path = currentPath) {
		saveVisitorIntent(sessionStorage, { ...wantedIntent, path, scroll: Math.round(window.scrollY), at: Date.now() });
		setPrompt({ why, path });
	}

	function report(reported: ReportSubject) {
		if (session) setReported(reported);
		else promptLogin(logInPromptText.toReport(reported.what), { action: 'report', input: reported });
	}

	return (
		// An account with a temporary password, or one that is being deleted, can't act.
		<ActorProvider value={actor}>
			<LoginPromptProvider value={promptLogin}>
				<ReportDialogProvider value={report}>
					<SavedItemsProvider onToggled={() => playSound('pop')}>{children}</SavedItemsProvider>
				</ReportDialogProvider>
			</LoginPromptProvider>
			{actor && isSettled && <PendingActionsSender account={actor.id} token={actor.token} />}
			<NetworkBar account={actor?.id}>
				{isSettled && <OfflineCacheManager account={session?.id ?? null} canAct={actor !== null} />}
			</NetworkBar>
			{prompt && (
				<LoginPrompt
					{...prompt}
					onDismiss={() => {
						consumeVisitorIntent(sessionStorage, prompt.path, Date.now());
						setPrompt(null);
					}}
					onLeave={() => setPrompt(null)}
				/>
			)}
			{reported && <ReportDialog reported={reported} onClose={() => setReported(null)} />}
			{intent && session && (
				<ResumeVisitorIntent intent={intent} onReport={setReported} onDone={() => setIntent(null)} />
			)}
		</ActorProvider>
	);
}
