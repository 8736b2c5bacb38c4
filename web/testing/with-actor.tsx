import type { ReactNode } from 'react';
import { useSession } from '../accounts/session.ts';
import { ActorProvider } from '../platform/actor.ts';
import { type Intent, LoginPromptProvider } from '../platform/intent.ts';
import { SavedItemsProvider } from '../saved-items/saved-items-provider.tsx';

interface WithActorProps {
	/** A visitor wants to do something: why a log-in is needed, and what is wanted. */
	onLoginPrompt?: (why: string, wish: Intent) => void;
	children: ReactNode;
}

/** What the app puts around its pages for those who do something there: whoever is logged in acts, and what is saved is kept. */
export function WithActor({ onLoginPrompt = () => {}, children }: WithActorProps) {
	return (
		<ActorProvider value={useSession()}>
			<LoginPromptProvider value={onLoginPrompt}>
				<SavedItemsProvider onToggled={() => {}}>{children}</SavedItemsProvider>
			</LoginPromptProvider>
		</ActorProvider>
	);
}
