import { CloudOff } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

interface WaitingUploadProps {
	onCarryOn: () => void;
	onDiscard: () => void;
}

/** An upload that has lost its network. */
export function WaitingUpload({ onCarryOn, onDiscard }: WaitingUploadProps) {
	return (
		<Card role="status" className="flex flex-wrap items-center gap-3 p-4">
			<CloudOff aria-hidden className="size-6 shrink-0 text-marigold" />
			<div className="min-w-48 flex-1">
				<p className="font-semibold">An upload is waiting</p>
				<p className="text-14 text-quiet">
					The connection is lost. It goes on by itself when it is back, also after you have closed this page.
				</p>
			</div>
			<div className="flex flex-wrap gap-2">
				<Button onClick={onCarryOn}>Carry on</Button>
				<Button look="quiet" onClick={onDiscard}>
					Discard
				</Button>
			</div>
		</Card>
	);
}
