import { CloudOff, Hourglass } from 'lucide-react';
import type { Waiting } from '../../media/patience.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

interface WaitingUploadProps {
	waiting: Waiting;
	/** This device carries it on after the page was closed; null where something else depends on the page. */
	isKept: boolean | null;
	onDiscard: () => void;
}

/** An upload that has lost its network, or that cannot be taken at the moment. */
export function WaitingUpload({ waiting: { reason, again }, isKept, onDiscard }: WaitingUploadProps) {
	const Icon = reason === null ? CloudOff : Hourglass;
	return (
		<Card role="status" className="flex flex-wrap items-center gap-3 p-4">
			<Icon aria-hidden className="size-6 shrink-0 text-marigold" />
			<div className="min-w-48 flex-1">
				<p className="font-semibold">An upload is waiting</p>
				<p className="text-14 text-quiet">
					{reason === null
						? 'The connection is lost. It goes on by itself when it is back.'
						: `${reason} It is tried again by itself.`}{' '}
					{isKept !== null &&
						(isKept
							? 'Close this page if you like: it goes on when you open the app again.'
							: 'Keep this page open: this browser has no room to keep your video.')}
				</p>
			</div>
			<div className="flex flex-wrap gap-2">
				<Button onClick={again}>{reason === null ? 'Carry on' : 'Try again'}</Button>
				<Button look="quiet" onClick={onDiscard}>
					Discard
				</Button>
			</div>
		</Card>
	);
}
