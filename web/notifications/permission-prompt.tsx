import { BellRing, Share } from 'lucide-react';
import { useState } from 'react';
import * as pushPermissionText from '../../text/web/push-permission.ts';
import { useBrand } from '../platform/brand.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import type { Permission } from './push.ts';

interface PermissionPromptProps {
	permission: Permission | null;
	/** Requests the permission. Browsers require that this happens on a tap. */
	onRequest: () => Promise<unknown>;
}

/** Card that explains push messages and requests the permission, or says what prevents it. Renders nothing once granted. */
export function PermissionPrompt({ permission, onRequest }: PermissionPromptProps) {
	const { name } = useBrand();
	const [isRequesting, setRequesting] = useState(false);
	if (permission === null || permission === 'granted') return null;

	async function request() {
		setRequesting(true);
		await onRequest().finally(() => setRequesting(false));
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
				<h2 className="text-16">{pushPermissionText.titles(name)[permission]}</h2>
				<p className="mt-1 text-14 text-quiet">{pushPermissionText.reasons(name)[permission]}</p>
				{permission === 'default' && (
					<Button className="mt-4" loading={isRequesting} onClick={() => void request()}>
						{pushPermissionText.turnOn}
					</Button>
				)}
			</div>
		</Card>
	);
}
