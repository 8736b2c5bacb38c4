import { ApiError, type Client } from '../../contract/core/client.ts';
import { adPath, postPath, profilePath } from '../../contract/core/page-paths.ts';

const adPage = /^\/(?:(?:feed|sellervideos)\/(\d+)\/[^/]+|a\/(\d+))\/?$/i;
const postPage = /^\/(?:mypromotalk\/(\d+)\/[^/]+|(?:mypromotweet|picture)\/(\d+))\/?$/i;
const profilePage = /^\/profile\/user\/(\w+)((?:\/(?:shop|videos|reviews))?)\/?$/i;

/**
 * Returns the one path at which the page of an ad, a post or a profile is rendered, whatever slug or case a path has. Returns null for other
 * pages, and for an item that visitors cannot see. Calls only responses that the rendered page needs too.
 */
export async function findCanonicalPath(pathname: string, client: Client): Promise<string | null> {
	const [, userName, part = ''] = profilePage.exec(pathname) ?? [];
	if (userName !== undefined) return profilePath(userName.toLowerCase()) + part.toLowerCase();
	const adId = findId(adPage, pathname);
	const postId = findId(postPage, pathname);
	try {
		if (adId !== null) return adPath(await client.getAd({ params: { id: adId } }));
		if (postId !== null) return postPath(await client.getPost({ params: { id: postId } }));
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
	}
	return null;
}

function findId(page: RegExp, pathname: string): string | null {
	const [, first, second] = page.exec(pathname) ?? [];
	return first ?? second ?? null;
}
