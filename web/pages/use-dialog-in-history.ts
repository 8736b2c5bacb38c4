import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAwake } from '../platform/use-awake.ts';

/** A dialog with a place in the history: the back button closes it and stays on the page. */
export function useDialogInHistory(name: string) {
	const { pathname, search, state, key } = useLocation();
	const navigate = useNavigate();
	const awake = useAwake();
	const isOpen = awake && (state as { dialog?: unknown } | null)?.dialog === name;
	// Going there and back takes a moment, in which neither must be done twice.
	const place = useRef<{ key: string; isOpen: boolean | 'moving' }>({ key, isOpen });

	useEffect(() => {
		place.current = { key, isOpen };
	}, [key, isOpen]);

	return {
		isOpen,
		open: () => {
			if (place.current.isOpen !== false) return;
			place.current.isOpen = 'moving';
			void navigate({ pathname, search }, { state: { dialog: name }, preventScrollReset: true });
		},
		close: () => {
			if (place.current.isOpen !== true) return;
			place.current.isOpen = 'moving';
			void navigate(-1);
		},
	};
}
