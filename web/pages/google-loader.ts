import { googleAddressQuery } from '../accounts/queries.ts';
import type { Asking } from '../platform/loader.ts';

/** For pages with `GoogleEntrance`: whether it is configured is known before the page is shown. Without an answer it stays away. */
export async function askForGoogle({ api, queries }: Asking<unknown>): Promise<null> {
	await queries.prefetchQuery(googleAddressQuery(api));
	return null;
}
