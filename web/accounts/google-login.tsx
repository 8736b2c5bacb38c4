import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import * as googleText from '../../text/web/google.ts';
import { useApi } from '../platform/api.ts';
import type { LoaderContext } from '../platform/loader.ts';
import { RichText } from '../ui/rich-text.tsx';
import { GoogleLoginLink } from './google-login-link.tsx';
import { useInAppBrowser } from './in-app-browser.ts';
import { googleLoginUrlQuery } from './queries.ts';
import { getSafeReturnPath } from './return-path.ts';

/** Loader for pages with `GoogleLogin`. If the request fails, the Google button stays hidden. */
export async function loadGoogleLoginUrl({ api, queryClient }: LoaderContext<unknown>): Promise<null> {
	await queryClient.prefetchQuery(googleLoginUrlQuery(api));
	return null;
}

export function GoogleLogin() {
	const { data } = useQuery(googleLoginUrlQuery(useApi()));
	const [search] = useSearchParams();
	const app = useInAppBrowser();
	if (!data?.url) return null;
	if (app) return <InAppBrowserHint app={app} />;
	return (
		<>
			<p className="my-5 flex items-center gap-3 text-14 text-quiet before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
				{googleText.or}
			</p>
			<GoogleLoginLink url={data.url} next={getSafeReturnPath(search.get('next'))} />
			<p className="mt-2 text-center text-12 text-quiet">
				<RichText
					text={googleText.firstTimeHint}
					tags={{
						terms: (words) => (
							<Link to="/termsAndCondition" target="_blank" className="inline-block py-1 underline">
								{words}
							</Link>
						),
					}}
				/>
			</p>
		</>
	);
}

/** Tells the user that Google blocks logins in the in-app browser of `app`. */
export function InAppBrowserHint({ app }: { app: string }) {
	return (
		<p className="mt-5 flex items-start gap-2.5 rounded-control bg-sunken px-3.5 py-3 text-14">
			<Info aria-hidden className="mt-px size-4.5 shrink-0 text-quiet" />
			<span>{googleText.inAppHint(app)}</span>
		</p>
	);
}
