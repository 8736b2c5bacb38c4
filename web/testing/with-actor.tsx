import type { ReactNode } from 'react';
import { useSession } from '../accounts/session.ts';
import { ActorProvider } from '../platform/actor.ts';
import { LoginPromptProvider, type VisitorIntent } from '../platform/visitor-intent.ts';
import { SavedItemsProvider } from '../saved-items/saved-items-provider.tsx';

interface WithActorProps {
	/** Called when an action needs a login, with the reason and the action to resume afterwards. */
	onLoginPrompt?: (why: string, intent: VisitorIntent) => void;
	children: ReactNode;
}

/** Provides the logged-in account or the visitor, the login prompt and the saved items, as the app does for its pages. */
export function WithActor({ onLoginPrompt = () => {}, children }: WithActorProps) {
	return (
		<ActorProvider value={useSession()}>
			<LoginPromptProvider value={onLoginPrompt}>
				<SavedItemsProvider onToggled={() => {}}>{children}</SavedItemsProvider>
			</LoginPromptProvider>
		</ActorProvider>
	);
}
