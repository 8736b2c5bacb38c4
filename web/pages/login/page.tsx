import { HydrationBoundary } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import * as commonText from '../../../contract/text/common.ts';
import * as logInText from '../../../contract/text/log-in.ts';
import { LogInForm } from '../../accounts/log-in-forms.tsx';
import { loadOnServer } from '../../platform/loader.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { Entrance } from '../entrance.tsx';
import { askForGoogle, GoogleEntrance } from '../google-entrance.tsx';
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
		title: commonText.logIn,
		description: logInText.lead,
		path: '/Login',
	});
}

export default function LogInPage({ loaderData }: Route.ComponentProps) {
	const welcome = useWelcome();
	const [search] = useSearchParams();
	const other = (
		<RichText
			text={logInText.noAccount}
			tags={{
				signup: (words) => (
					<Link
						to={{ pathname: '/signup', search: nextSearch(search) }}
						className="inline-block py-2.5 font-semibold text-leaf underline"
					>
						{words}
					</Link>
				),
			}}
		/>
	);
	return (
		<Entrance title={logInText.title} lead={logInText.lead} other={other}>
			<LogInForm onDone={welcome} />
			<HydrationBoundary state={loaderData.state}>
				<GoogleEntrance />
			</HydrationBoundary>
		</Entrance>
	);
}
