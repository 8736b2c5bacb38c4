import type { ReactNode } from 'react';
import { useSession } from '../accounts/session.ts';
import { NetworkBar } from '../offline/pending-actions/network-bar.tsx';
import { PendingActionsSender } from '../offline/pending-actions/pending-actions-sender.tsx';
import { ActorProvider } from '../platform/actor.ts';

/** Provides the current account, and mounts the sender of pending actions and the bar about a lost network, as the app does. */
export function WithOutbox({ children }: { children: ReactNode }) {
	const session = useSession();
	return (
		<ActorProvider value={session}>
			{children}
			{session && <PendingActionsSender account={session.id} token={session.token} />}
			<NetworkBar account={session?.id}>{null}</NetworkBar>
		</ActorProvider>
	);
}
