import * as commonText from '../../../text/shared/common.ts';
import * as pushTestText from '../../../text/shared/push-test.ts';
import { loginPath } from '../../accounts/return-path.ts';
import { useSession } from '../../accounts/session.ts';
import type { LayoutHandle } from '../../app/page-layout.tsx';
import { TestNotificationForm } from '../../notifications/test-notification-form.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { Route } from './+types/page.ts';

const path = '/sendnotication';

export const handle: LayoutHandle = { Rail: null };

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: pushTestText.title, path, hidden: true });
}

export default function TestNotificationPage() {
	const session = useSession();
	return (
		<div className="mx-auto flex max-w-md flex-col gap-6 py-6">
			<header>
				<h1 className="text-28">{pushTestText.title}</h1>
				<p className="mt-2 text-quiet">{session ? pushTestText.lead(session.id) : pushTestText.logInHint}</p>
				{!session && (
					<ButtonLink to={loginPath(path)} className="mt-4">
						{commonText.logIn}
					</ButtonLink>
				)}
			</header>
			<TestNotificationForm ownId={session?.id ?? null} />
		</div>
	);
}
