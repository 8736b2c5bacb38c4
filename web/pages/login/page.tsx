import { HydrationBoundary } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { messages } from '../../../contract/messages.ts';
import { LogInForm } from '../../accounts/log-in-form.tsx';
import { loadOnServer } from '../../platform/loader.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { toast } from '../../ui/toast.ts';
import { Entrance } from '../entrance.tsx';
import { GoogleEntrance } from '../google-entrance.tsx';
import { askForGoogle } from '../google-loader.ts';
import { nextSearch, useWelcome } from '../use-welcome.ts';
import type { Route } from './+types/page.ts';

export const handle: SearchParamsHandle = { searchParams: ['next'] };

export const loader = (args: Route.LoaderArgs) => loadOnServer(args, askForGoogle);

/** In the browser the page asks by itself. */
export function clientLoader() {
	return { page: null, state: null };
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, {
		title: 'Log in',
		description: 'Log in to sell and to keep what you like.',
		path: '/Login',
	});
}

export default function LogInPage({ loaderData }: Route.ComponentProps) {
	const welcome = useWelcome();
	const [search] = useSearchParams();
	const other = (
		<>
			New here?{' '}
			<Link
				to={{ pathname: '/signup', search: nextSearch(search) }}
				className="inline-block py-2.5 font-semibold text-leaf underline"
			>
				Create an account
			</Link>
		</>
	);
	return (
		<Entrance title="Welcome back" lead="Log in to sell and to keep what you like." other={other}>
			<LogInForm onDone={welcome} onNetworkError={() => toast(messages.networkError, 'error')} />
			<HydrationBoundary state={loaderData.state}>
				<GoogleEntrance />
			</HydrationBoundary>
		</Entrance>
	);
}
