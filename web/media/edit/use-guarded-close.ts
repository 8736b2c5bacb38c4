import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useDialogInHistory } from '../../platform/use-dialog-in-history.ts';

/** Gives the editor its own history entry, and asks before the back button or `cancel` discards changes. */
export function useGuardedClose(isChanged: boolean, onCancel: () => void) {
	const { state } = useLocation();
	const { isOpen, open, close } = useDialogInHistory('edit-video');
	const [isAsking, setAsking] = useState(false);
	const entry = useRef<'missing' | 'requested' | 'present'>('missing');
	/** Called once the entry is removed; null if only the back button can remove it. */
	const onClosed = useRef<(() => void) | null>(null);

	function addEntry() {
		entry.current = 'requested';
		open('edit-video', { state });
	}

	/** Removes the history entry and then calls `next`. */
	function closeWith(next: () => void) {
		if (!isOpen) return next();
		onClosed.current = next;
		close();
	}

	const handleRemovedEntry = useEffectEvent(() => {
		if (onClosed.current) return onClosed.current();
		if (!isChanged) return onCancel();
		setAsking(!isAsking);
		addEntry();
	});
	const addFirstEntry = useEffectEvent(addEntry);

	useEffect(() => {
		if (isOpen) entry.current = 'present';
		else if (entry.current === 'missing') addFirstEntry();
		else if (entry.current === 'present') handleRemovedEntry();
	}, [isOpen]);

	return {
		isAsking,
		closeWith,
		cancel: () => (isChanged ? setAsking(true) : closeWith(onCancel)),
		keepEditing: () => setAsking(false),
	};
}
