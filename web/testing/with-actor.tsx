import type { ReactNode } from 'react';
import { useSession } from '../accounts/session.ts';
import { ActorProvider } from '../platform/actor.ts';
import { type Intent, LoginPromptProvider } from '../platform/intent.ts';
import { SavedItemsProvider } from '../saved-items/saved-items-provider.tsx';

interface WithActorProps {
	/** Called when a visitor has to log in, with the reason and the intent. */
	onLoginPrompt?: (why: string, intent: Intent) => void;
	children: ReactNode;
}

/** Provides the current account and its saved items, as the app does for its pages. */
export function WithActor({ onLoginPrompt = () => {}, children }: WithActorProps) {
	return (
		<ActorProvider value={useSession()}>
			<LoginPromptProvider value={onLoginPrompt}>
				<SavedItemsProvider onToggled={() => {}}>{children}</SavedItemsProvider>
			</LoginPromptProvider>
		</ActorProvider>
	);
}
