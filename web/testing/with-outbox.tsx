import type { ReactNode } from 'react';
import { useSession } from '../accounts/session.ts';
import { Deliver } from '../pages/doing/deliver.tsx';
import { NetworkBar } from '../pages/doing/network-bar.tsx';
import { ActorProvider } from '../platform/actor.ts';

/** What the app puts around its pages for whoever is logged in: who acts, what sends what waits, and the bar that counts it. */
export function WithOutbox({ children }: { children: ReactNode }) {
	const session = useSession();
	return (
		<ActorProvider value={session}>
			{children}
			{session && <Deliver account={session.id} token={session.token} />}
			<NetworkBar account={session?.id}>{null}</NetworkBar>
		</ActorProvider>
	);
}
