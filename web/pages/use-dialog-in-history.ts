import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useAwake } from '../platform/use-awake.ts';

/** A dialog with a place in the history: the back button closes it and stays on the page. */
export function useDialogInHistory(name: string) {
	const { pathname, search, state } = useLocation();
	const navigate = useNavigate();
	const awake = useAwake();
	const isOpen = awake && (state as { dialog?: unknown } | null)?.dialog === name;
	// Going back takes a moment, in which it must not be done twice.
	const leaving = useRef(false);

	useEffect(() => {
		leaving.current = !isOpen;
	}, [isOpen]);

	return {
		isOpen,
		open: () => void navigate({ pathname, search }, { state: { dialog: name }, preventScrollReset: true }),
		close: () => {
			if (leaving.current) return;
			leaving.current = true;
			void navigate(-1);
		},
	};
}
