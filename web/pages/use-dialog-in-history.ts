import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '../platform/use-hydrated.ts';

/** Gives a dialog its own history entry, so that the back button closes the dialog and stays on the page. */
export function useDialogInHistory(name: string) {
	const { pathname, search, state, key } = useLocation();
	const navigate = useNavigate();
	const isHydrated = useHydrated();
	const isOpen = isHydrated && (state as { dialog?: unknown } | null)?.dialog === name;
	// While a navigation is in progress, further calls to open or close are ignored.
	const entry = useRef<{ key: string; isOpen: boolean | 'moving' }>({ key, isOpen });

	useEffect(() => {
		entry.current = { key, isOpen };
	}, [key, isOpen]);

	return {
		isOpen,
		open: () => {
			if (entry.current.isOpen !== false) return;
			entry.current.isOpen = 'moving';
			void navigate({ pathname, search }, { state: { dialog: name }, preventScrollReset: true });
		},
		close: () => {
			if (entry.current.isOpen !== true) return;
			entry.current.isOpen = 'moving';
			void navigate(-1);
		},
	};
}
