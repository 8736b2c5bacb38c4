import type { ReactNode } from 'react';
import * as commonText from '../../text/shared/common.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
	/** True by default. */
	open?: boolean;
	title: string;
	description: ReactNode;
	/** Label of the confirm button, such as 'Delete ad'. */
	action: string;
	dismissal?: string;
	danger?: boolean;
	onConfirm: () => void;
	onClose: () => void;
}

export function ConfirmDialog({
	open = true,
	title,
	description,
	action,
	dismissal = commonText.cancel,
	danger,
	onConfirm,
	onClose,
}: ConfirmDialogProps) {
	return (
		<Dialog open={open} onClose={onClose} title={title} description={description}>
			<div className="flex flex-col-reverse gap-2 md:flex-row md:justify-end">
				<Button variant="quiet" onClick={onClose}>
					{dismissal}
				</Button>
				<Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm}>
					{action}
				</Button>
			</div>
		</Dialog>
	);
}
