import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Navigate, redirect, useNavigate } from 'react-router';
import * as restoreAccountText from '../../../text/web/restore-account.ts';
import { DataExport } from '../../accounts/data-export.tsx';
import { loginPath, restoreAccountPath } from '../../accounts/return-path.ts';
import { getSession, refreshSession, useSession } from '../../accounts/session.ts';
import { AuthLayout } from '../../app/auth-layout.tsx';
import { useLogout } from '../../app/use-logout.ts';
import { useApi } from '../../platform/api.ts';
import { formatDate } from '../../platform/dates.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { hiddenPageMeta } from '../../platform/page-meta.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';

/** Redirects visitors to the login. Runs in the browser, because only the browser has the session. */
export function clientLoader() {
	if (!getSession()) throw redirect(loginPath(restoreAccountPath));
	return null;
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
	return <Spinner fullScreen />;
}

export const meta = hiddenPageMeta(restoreAccountText.title);

export default function RestoreAccountPage() {
	const api = useApi();
	const session = useSession();
	const queryClient = useQueryClient();
	const navigate = useNavigate();
	const logOut = useLogout();
	const restoring = useMutation({
		mutationFn: () => api.restoreMe(),
		onSuccess: (me) => {
			refreshSession(me);
			void queryClient.invalidateQueries();
			toast(restoreAccountText.restored);
			navigate('/dashboard', { replace: true });
		},
	});
	if (!session) return <Navigate to="/" replace />;
	if (!session.deletes_at) return <Navigate to="/dashboard" replace />;
	return (
		<AuthLayout
			title={restoreAccountText.title}
			lead={restoreAccountText.lead(formatDate(session.deletes_at))}
			footer={null}
		>
			<div className="flex flex-col gap-4">
				<p className="wrap-anywhere">
					<RichText text={restoreAccountText.question} tags={{ user: () => <strong>@{session.user_name}</strong> }} />
				</p>
				<FormError>{restoring.error && getErrorMessage(restoring.error)}</FormError>
				<Button size="large" fullWidth loading={restoring.isPending} onClick={() => restoring.mutate()}>
					{restoreAccountText.submit}
				</Button>
				<Button size="large" fullWidth variant="quiet" onClick={logOut}>
					{restoreAccountText.decline}
				</Button>
				<div className="mt-2 border-line border-t pt-5">
					<p className="mb-3 text-quiet">{restoreAccountText.downloadHint}</p>
					<DataExport />
				</div>
			</div>
		</AuthLayout>
	);
}
