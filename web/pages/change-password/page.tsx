import { useNavigate, useSearchParams } from 'react-router';
import { messages } from '../../../contract/messages.ts';
import { ChangePasswordForm } from '../../accounts/change-password-form.tsx';
import { safeReturnPath } from '../../accounts/return-path.ts';
import { setSession, useSession } from '../../accounts/session.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { toast } from '../../ui/toast.ts';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: 'Change password', hidden: true });
}

export default function ChangePasswordPage() {
	const session = useSession();
	const navigate = useNavigate();
	const [search] = useSearchParams();
	return (
		<div className="mx-auto max-w-md">
			<h1 className="text-28">{session?.must_change_password ? 'Choose your own password' : 'Change password'}</h1>
			<p className="mt-1 mb-6 text-quiet">
				{session?.must_change_password
					? 'The one you logged in with was made for you. Replace it before you go on.'
					: 'You stay logged in here; every other device is logged out.'}
			</p>
			<ChangePasswordForm
				onDone={(renewed) => {
					setSession(renewed);
					toast('Password changed');
					navigate(safeReturnPath(search.get('next')), { replace: true });
				}}
				onNetworkError={() => toast(messages.networkError, 'error')}
			/>
		</div>
	);
}
