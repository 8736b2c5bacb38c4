import { type ReactNode, useEffect } from 'react';
import { useBlocker } from 'react-router';
import * as controlsText from '../../text/web/controls.ts';
import { LazyConfirmDialog } from './lazy-confirm-dialog.ts';

/** Asks before the user leaves the page while `active`. Returns the dialog to render. */
export function useLeaveWarning(active: boolean, description: string): ReactNode {
	const blocker = useBlocker(
		({ currentLocation, nextLocation }) =>
			active && (currentLocation.pathname !== nextLocation.pathname || currentLocation.search !== nextLocation.search),
	);

	useEffect(() => {
		if (!active) return;
		const ask = (event: BeforeUnloadEvent) => event.preventDefault();
		window.addEventListener('beforeunload', ask);
		return () => window.removeEventListener('beforeunload', ask);
	}, [active]);

	// If the work finishes while the dialog is open, the dialog closes and the user stays.
	useEffect(() => {
		if (!active && blocker.state === 'blocked') blocker.reset();
	}, [active, blocker]);

	if (blocker.state !== 'blocked') return null;
	return (
		<LazyConfirmDialog
			title={controlsText.leaveTitle}
			description={description}
			action={controlsText.leave}
			dismissal={controlsText.stay}
			danger
			onConfirm={() => blocker.proceed()}
			onClose={() => blocker.reset()}
		/>
	);
}
