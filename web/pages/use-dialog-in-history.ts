import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '../platform/use-hydrated.ts';

/** A dialog with its own history entry: the back button closes it and stays on the page. */
export function useDialogInHistory(name: string) {
	const { pathname, search, state, key } = useLocation();
	const navigate = useNavigate();
	const isHydrated = useHydrated();
	const isOpen = isHydrated && (state as { dialog?: unknown } | null)?.dialog === name;
	// Navigation takes a moment, during which further calls are ignored.
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
