import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Session } from '../../../contract/accounts/accounts.ts';
import * as messages from '../../../contract/core/messages.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as adminLogInText from '../../../text/web/admin-log-in.ts';
import { GoogleLogin } from '../../accounts/google-login.tsx';
import { AdminLoginForm } from '../../accounts/login-forms.tsx';
import { googleLoginUrlQuery } from '../../accounts/queries.ts';
import { setSession, useSession } from '../../accounts/session.ts';
import { getLandingPath } from '../../accounts/use-start-session.ts';
import { AuthLayout } from '../../app/auth-layout.tsx';
import { playSound } from '../../appearance/sounds.ts';
import { useApi } from '../../platform/api.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import { toast } from '../../ui/toast.ts';
import type { Route } from './+types/page.ts';

export function meta({ matches }: Route.MetaArgs) {
	// The specification prescribes the whole page title, so the site's name is not added.
	const [, ...rest] = pageMeta(matches, { title: adminLogInText.pageTitle, hidden: true });
	return [{ title: adminLogInText.pageTitle }, ...rest];
}

export default function AdminLoginPage() {
	const navigate = useNavigate();
	const session = useSession();
	const landing = session?.role === 'admin' ? getLandingPath(session, null) : null;
	useGoogleAlert();

	useEffect(() => {
		if (landing !== null) navigate(landing, { replace: true });
	}, [landing, navigate]);

	function startSession(session: Session) {
		setSession(session);
		playSound('login');
		toast(messages.loggedIn);
	}

	const footer = (
		<Link to="/signup" className="inline-block py-2.5 font-semibold text-leaf underline">
			{adminLogInText.signUp}
		</Link>
	);
	return (
		<AuthLayout title={commonText.administration} lead={adminLogInText.lead} footer={footer}>
			<AdminLoginForm onDone={startSession} />
			<GoogleLogin />
		</AuthLayout>
	);
}

/** Shows a browser alert if the request for Google's address fails (specification, section 8). */
function useGoogleAlert() {
	const { error } = useQuery(googleLoginUrlQuery(useApi()));
	useEffect(() => {
		if (error) window.alert(`${messages.googleAddressFailed} ${error.message}`);
	}, [error]);
}
