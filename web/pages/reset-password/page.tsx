import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messages } from '../../../contract/messages.ts';
import { ResetPasswordForm } from '../../accounts/reset-password-form.tsx';
import { clearSession } from '../../accounts/session.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { Entrance } from '../entrance.tsx';
import type { Route } from './+types/page.ts';

export const handle: SearchParamsHandle = { searchParams: ['token'] };

/** The address is a key: nobody keeps it, and no other site is told of it. */
export function headers() {
	return { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
}

export function meta({ matches }: Route.MetaArgs) {
	return [
		...pageMeta(matches, { title: 'Choose a new password', hidden: true }),
		{ name: 'referrer', content: 'no-referrer' },
	];
}

export default function ResetPasswordPage() {
	const [search] = useSearchParams();
	const [done, setDone] = useState(false);
	const token = search.get('token') ?? '';
	const other = (
		<Link to="/forgot-password" className="inline-block py-2.5 font-semibold text-leaf underline">
			Ask for a new link
		</Link>
	);
	if (done) {
		return (
			<Entrance
				title="Your password is changed"
				lead="Every device was logged out. Log in with your new password."
				other={null}
			>
				<ButtonLink to="/Login" size="large" wide>
					Log in
				</ButtonLink>
			</Entrance>
		);
	}
	return (
		<Entrance
			title="Choose a new password"
			lead={
				token === ''
					? 'This address is not complete. Open the link in the mail again, or ask for a new one.'
					: 'Every device where you are logged in is logged out.'
			}
			other={other}
		>
			{token !== '' && (
				<ResetPasswordForm
					token={token}
					onDone={() => {
						// Its session has ended with all the others.
						clearSession();
						setDone(true);
					}}
					onNetworkError={() => toast(messages.networkError, 'error')}
				/>
			)}
		</Entrance>
	);
}
