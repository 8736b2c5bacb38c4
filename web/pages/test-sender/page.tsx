import { logInAddress } from '../../accounts/return-path.ts';
import { useSession } from '../../accounts/session.ts';
import { TestSender } from '../../notifications/test-sender.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { ButtonLink } from '../../ui/button.tsx';
import type { LayoutHandle } from '../layout.tsx';
import type { Route } from './+types/page.ts';

const path = '/sendnotication';

export const handle: LayoutHandle = { Rail: null };

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: 'Send a test notification', path, hidden: true });
}

export default function TestSenderPage() {
	const session = useSession();
	return (
		<div className="mx-auto flex max-w-md flex-col gap-6 py-6">
			<header>
				<h1 className="text-28">Send a test notification</h1>
				<p className="mt-2 text-quiet">
					{session
						? `It goes to every browser that the account has turned notifications on in. Your own user ID is ${session.id}.`
						: 'Log in to send one to your own browsers.'}
				</p>
				{!session && (
					<ButtonLink to={logInAddress(path)} className="mt-4">
						Log in
					</ButtonLink>
				)}
			</header>
			<TestSender />
		</div>
	);
}
