import { useNavigate, useSearchParams } from 'react-router';
import * as commonText from '../../../text/shared/common.ts';
import * as passwordsText from '../../../text/web/passwords.ts';
import { ChangePasswordForm } from '../../accounts/password-forms.tsx';
import { getSafeReturnPath } from '../../accounts/return-path.ts';
import { setSession, useSession } from '../../accounts/session.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { toast } from '../../ui/toast.ts';

export const meta = hiddenPageMeta(commonText.changePassword);

export default function ChangePasswordPage() {
	const session = useSession();
	const navigate = useNavigate();
	const [search] = useSearchParams();
	return (
		<div className="mx-auto max-w-md">
			<h1 className="text-28">{session?.must_change_password ? passwordsText.chooseOwn : commonText.changePassword}</h1>
			<p className="mt-1 mb-6 text-quiet">
				{session?.must_change_password ? passwordsText.temporaryHint : passwordsText.changeConsequence}
			</p>
			<ChangePasswordForm
				onDone={(renewed) => {
					setSession(renewed);
					toast(passwordsText.changed);
					navigate(getSafeReturnPath(search.get('next')), { replace: true });
				}}
			/>
		</div>
	);
}
