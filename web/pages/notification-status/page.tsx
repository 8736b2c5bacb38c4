import { BellRing } from 'lucide-react';
import { useEffect } from 'react';
import * as messages from '../../../contract/core/messages.ts';
import * as commonText from '../../../text/shared/common.ts';
import { useSession } from '../../accounts/session.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { PermissionPrompt } from '../../notifications/permission-prompt.tsx';
import { sendPushToken } from '../../notifications/push.ts';
import { usePermission } from '../../notifications/use-permission.ts';
import { onWorkerMessage, showPushMessage } from '../../notifications/worker-messages.ts';
import { useApi } from '../../platform/api.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Route } from './+types/page.ts';

export const handle: LayoutHandle = { Rail: null };

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: commonText.notifications, path: '/receivenotication', hidden: true });
}

export default function NotificationStatusPage() {
	const api = useApi();
	const session = useSession();
	const { permission, request: requestPermission } = usePermission();
	useEffect(() => onWorkerMessage({ onPush: (message) => void showPushMessage(message) }), []);
	async function turnOn() {
		if ((await requestPermission()) !== 'granted' || !session) return;
		// A failure to send the push token is only logged, as the specification says. The next page tries again.
		await sendPushToken(api, session).catch((error: unknown) => console.warn('The push token was not sent', error));
	}

	return (
		<div className="mx-auto flex max-w-md flex-col gap-6 py-6">
			<header className="flex flex-col items-center gap-3 text-center">
				<span aria-hidden className="flex size-16 items-center justify-center rounded-full bg-leaf-soft text-leaf">
					<BellRing className="size-8" />
				</span>
				<h1 className="text-28">{commonText.notifications}</h1>
				<div role="status" className="flex min-h-12 justify-center text-quiet">
					{permission === null ? (
						<Skeleton className="h-6 w-64" />
					) : permission === 'granted' ? (
						messages.notificationsEnabled
					) : (
						messages.notificationsDisabled
					)}
				</div>
			</header>
			<PermissionPrompt permission={permission} onRequest={turnOn} />
		</div>
	);
}
