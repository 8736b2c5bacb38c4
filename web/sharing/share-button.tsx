import { Share2 } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import * as messages from '../../contract/core/messages.ts';
import * as sharingText from '../../text/web/sharing.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { toast } from '../ui/toast.ts';
import { copyText } from './copy-text.ts';
import type { ShareDialogProps } from './share-dialog.tsx';

interface ShareButtonProps {
	title: string;
	path: string;
	what: keyof typeof sharingText.titles;
	/** Look of the button: `icon` is round and has no label, for cards; `soft` has a background, and `over` one for pictures. */
	variant?: 'button' | 'icon' | 'soft' | 'over';
	className?: string;
}

const loadDialog = () => import('./share-dialog.tsx');

/** Button that opens the share dialog. The dialog's code loads on the first tap. */
export function ShareButton({ title, path, what, variant = 'button', className = '' }: ShareButtonProps) {
	const [Dialog, setDialog] = useState<ComponentType<ShareDialogProps> | null>(null);
	const [open, setOpen] = useState(false);

	async function share() {
		setOpen(true);
		try {
			const { ShareDialog } = await loadDialog();
			setDialog(() => ShareDialog);
		} catch {
			// Offline the dialog's code may fail to load. The tap then copies the link.
			setOpen(false);
			if (await copyText(new URL(path, location.origin).href)) toast(messages.linkCopied);
			else toast(messages.networkError, 'error');
		}
	}

	const handlers = {
		'aria-haspopup': 'dialog',
		onPointerDown: () => void loadDialog().catch(() => {}),
		onClick: () => void share(),
	} as const;
	return (
		<>
			{variant === 'button' ? (
				<Button variant="quiet" className={className} {...handlers}>
					<Share2 aria-hidden className="size-5" />
					{sharingText.share}
				</Button>
			) : (
				<IconButton
					label={sharingText.share}
					variant={variant === 'icon' ? 'plain' : variant}
					className={className}
					{...handlers}
				>
					<Share2 aria-hidden className="size-5" />
				</IconButton>
			)}
			{Dialog && <Dialog open={open} onClose={() => setOpen(false)} title={title} path={path} what={what} />}
		</>
	);
}
