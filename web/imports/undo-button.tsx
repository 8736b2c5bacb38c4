import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as importText from '../../text/web/import.ts';
import { useApi } from '../platform/api.ts';
import { getErrorNotice } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { LazyConfirmDialog } from '../ui/lazy-confirm-dialog.ts';
import { toast } from '../ui/toast.ts';

interface UndoButtonProps {
	importId: number;
	/** Number of ads that the import deletes. */
	ads: number;
	/** Accessible name of the button, where a page has several. */
	label?: string;
	onUndone?: () => void;
}

/** Deletes all ads of an import after a confirmation. */
export function UndoButton({ importId, ads, label, onUndone }: UndoButtonProps) {
	const api = useApi();
	const queryClient = useQueryClient();
	const [asks, setAsks] = useState(false);
	const [undoing, setUndoing] = useState(false);

	async function undo() {
		setAsks(false);
		setUndoing(true);
		try {
			await api.undoImport({ params: { id: String(importId) } });
			toast(importText.undoing);
			void queryClient.invalidateQueries();
			onUndone?.();
		} catch (error) {
			toast(getErrorNotice(error), 'error');
		}
		setUndoing(false);
	}

	return (
		<>
			<Button variant="plain" loading={undoing} aria-label={label} onClick={() => setAsks(true)}>
				{importText.undo}
			</Button>
			{asks && (
				<LazyConfirmDialog
					title={importText.undoTitle(ads)}
					description={importText.undoWarning}
					action={importText.undoAction(ads)}
					danger
					onConfirm={() => void undo()}
					onClose={() => setAsks(false)}
				/>
			)}
		</>
	);
}
