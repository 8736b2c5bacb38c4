import type { ReactNode } from 'react';
import { useSession } from '../accounts/session.ts';
import { ActorProvider } from '../platform/actor.ts';
import { AskProvider, type Wish } from '../platform/intent.ts';
import { SavedItems } from '../saved-items/saved-items.tsx';

interface ActingProps {
	/** A visitor wants to do something: why a log-in is needed, and what is wanted. */
	onAsk?: (why: string, wish: Wish) => void;
	children: ReactNode;
}

/** What the app puts around its pages for those who do something there: whoever is logged in acts, and what is saved is kept. */
export function Acting({ onAsk = () => {}, children }: ActingProps) {
	return (
		<ActorProvider value={useSession()}>
			<AskProvider value={onAsk}>
				<SavedItems onToggled={() => {}}>{children}</SavedItems>
			</AskProvider>
		</ActorProvider>
	);
}
