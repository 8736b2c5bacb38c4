import { BellRing, Share } from 'lucide-react';
import { useState } from 'react';
import { brand } from '../../contract/brand.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { Permission } from './push.ts';

interface AskPermissionProps {
	permission: Permission | null;
	/** After a tap. */
	onAsk: () => Promise<unknown>;
}

/** Why messages are worth having, and the tap that asks for them; or what stands in the way. Nothing once they may be shown. */
export function AskPermission({ permission, onAsk }: AskPermissionProps) {
	const [asking, setAsking] = useState(false);
	if (permission === null || permission === 'granted') return null;

	async function ask() {
		setAsking(true);
		await onAsk().finally(() => setAsking(false));
	}

	return (
		<Card className="flex items-start gap-4 p-4 wide:p-6">
			<span
				aria-hidden
				className="flex size-11 shrink-0 items-center justify-center rounded-full bg-leaf-soft text-leaf"
			>
				{permission === 'install' ? <Share className="size-5.5" /> : <BellRing className="size-5.5" />}
			</span>
			<div className="min-w-0">
				<h2 className="text-16">{headings[permission]}</h2>
				<p className="mt-1 text-14 text-quiet">{reasons[permission]}</p>
				{permission === 'default' && (
					<Button className="mt-4" loading={asking} onClick={() => void ask()}>
						Turn on notifications
					</Button>
				)}
			</div>
		</Card>
	);
}

const headings = {
	default: 'Know at once',
	denied: 'Notifications are blocked here',
	install: `Add ${brand.name} to your home screen first`,
	unsupported: 'This browser cannot receive notifications',
};

const reasons = {
	default:
		'A customer’s comment, a price that drops on what you saved, a payment that came in: your phone tells you, also while this page is closed. You choose which, and can turn it off at any time.',
	denied: 'You blocked them in this browser. Open its settings for this site, allow notifications, and come back.',
	install: `An iPhone or iPad only tells you things from apps on its home screen. Tap Share, then “Add to Home Screen”, and open ${brand.name} from there.`,
	unsupported: 'Everything else works. Your notifications are kept here for you to read.',
};
