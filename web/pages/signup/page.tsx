import { Link, useSearchParams } from 'react-router';
import { messages } from '../../../contract/messages.ts';
import { SignUpForm } from '../../accounts/sign-up-form.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { toast } from '../../ui/toast.ts';
import { Entrance } from '../entrance.tsx';
import { useWelcome } from '../use-welcome.ts';
import type { Route } from './+types/page.ts';

const lead = 'Show what you sell to the whole market. It is free.';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: 'Sign up', description: lead, path: '/signup' });
}

export default function SignUpPage() {
	const welcome = useWelcome();
	const [search] = useSearchParams();
	const other = (
		<>
			Already have an account?{' '}
			<Link
				to={{ pathname: '/Login', search: `${search}` }}
				className="inline-block py-2.5 font-semibold text-leaf underline"
			>
				Log in
			</Link>
		</>
	);
	return (
		<Entrance title="Open your stall" lead={lead} other={other}>
			<SignUpForm onDone={welcome} onNetworkError={() => toast(messages.networkError, 'error')} />
		</Entrance>
	);
}
