import { useEffect, useState } from 'react';
import * as messages from '../../../contract/core/messages.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as pushTestText from '../../../text/shared/push-test.ts';
import { loginPath } from '../../accounts/return-path.ts';
import { useSession } from '../../accounts/session.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { PermissionPrompt } from '../../notifications/permission-prompt.tsx';
import { sendPushToken } from '../../notifications/push.ts';
import { usePermission } from '../../notifications/use-permission.ts';
import { useApi } from '../../platform/api.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { Route } from './+types/page.ts';

const path = '/send';

export const handle: LayoutHandle = { Rail: null };

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: messages.notificationTokenHeading, path, hidden: true });
}

export default function SendPushTokenPage() {
	const api = useApi();
	const session = useSession();
	const { permission, request: requestPermission } = usePermission();
	const [sent, setSent] = useState(false);

	useEffect(() => {
		if (!session || permission === null) return;
		if (permission === 'denied') console.info('Notification permission was denied');
		if (permission !== 'granted') return;
		let isCancelled = false;
		sendPushToken(api, session).then(
			() => isCancelled || setSent(true),
			// A failure is only logged, as the specification says, because the user did not ask to send the token.
			(error: unknown) => console.warn('The push token was not sent', error),
		);
		return () => {
			isCancelled = true;
		};
	}, [api, session, permission]);

	return (
		<div className="mx-auto flex max-w-md flex-col gap-6 py-6">
			<header>
				<h1 className="text-28">{messages.notificationTokenHeading}</h1>
				<p className="mt-2 text-quiet">{pushTestText.tokenLead}</p>
				<p role="status" className="mt-2 min-h-6 text-14">
					{sent && pushTestText.tokenSent}
				</p>
			</header>
			{session ? (
				<PermissionPrompt permission={permission} onRequest={requestPermission} />
			) : (
				<p className="text-quiet">
					{pushTestText.tokenNeedsAccount}{' '}
					<ButtonLink to={loginPath(path)} className="mt-4 flex">
						{commonText.logIn}
					</ButtonLink>
				</p>
			)}
		</div>
	);
}
