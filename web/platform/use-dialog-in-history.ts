import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from './use-hydrated.ts';

interface OpenOptions {
	/** Path of the page behind the dialog, if it differs from the one that React Router knows. */
	path?: string;
	/** State of the dialog's history entry. */
	state?: object;
}

/** Gives dialogs, of which one is open at a time, their own history entries. The back button closes a dialog and stays on the page. */
export function useDialogInHistory<Name extends string>(...names: readonly [Name, ...Name[]]) {
	const { pathname, search, state, key } = useLocation();
	const navigate = useNavigate();
	const isHydrated = useHydrated();
	const requested = (state as { dialog?: unknown } | null)?.dialog;
	const opened = (isHydrated && names.find((name) => name === requested)) || null;
	const isOpen = opened !== null;
	// While a navigation is in progress, further calls to open or close are ignored.
	const entry = useRef<{ key: string; isOpen: boolean | 'moving' }>({ key, isOpen });

	useEffect(() => {
		entry.current = { key, isOpen };
	}, [key, isOpen]);

	return {
		/** Name of the open dialog. */
		opened,
		isOpen,
		open: (name: Name = names[0], { path = pathname + search, state }: OpenOptions = {}) => {
			if (entry.current.isOpen !== false) return;
			entry.current.isOpen = 'moving';
			void navigate(path, { state: { ...state, dialog: name }, preventScrollReset: true });
		},
		/** Opens another dialog in place of the open one. */
		replace: (name: Name) => {
			void navigate(pathname + search, { state: { ...state, dialog: name }, preventScrollReset: true, replace: true });
		},
		close: () => {
			if (entry.current.isOpen !== true) return;
			entry.current.isOpen = 'moving';
			void navigate(-1);
		},
	};
}
