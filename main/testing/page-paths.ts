import type { RouteConfigEntry } from '@react-router/dev/routes';
import { courses } from '../../contract/courses/course-catalogue.ts';
import { defaultBrand } from '../../contract/market-settings/brand.ts';
import routes from '../../web/routes.ts';

/** Ids of an ad, of a video ad and of a post, and the name of an account, for the paths of their pages. */
export interface PageExamples {
	ad: string;
	video: string;
	post: string;
	user_name: string;
}

/** Returns an example path of each page, by the pattern of its route, such as `/a/:id`. */
export function listPagePaths({ ad, video, post, user_name }: PageExamples): Map<string, string> {
	const values: Record<string, Record<string, string>> = {
		'/feed/:id/:productName': { id: ad, productName: 'a-lamp' },
		'/a/:id': { id: ad },
		'/contact/:subject/:channel/check': { subject: ad, channel: 'whatsapp' },
		'/sellervideos/:id/:description': { id: video, description: 'a-lamp' },
		'/mypromotweet/:id': { id: post },
		'/mypromotalk/:id/:description': { id: post, description: 'a-lamp' },
		'/picture/:id': { id: post },
		'/profile/user/:user_name': { user_name },
		'/profile/user/:user_name/shop': { user_name },
		'/profile/user/:user_name/videos': { user_name },
		'/profile/user/:user_name/reviews': { user_name },
		'/dashboard/saved-searches/:id': { id: '1' },
		'/dashboard/admin/enrollments/:id': { id: '1' },
		'/dashboard/:catalogue': { catalogue: `learn-with-${defaultBrand.slug}` },
		'/*': { '*': 'nowhere' },
	};
	const common = { courseId: courses[0]?.id ?? '', module: '1', id: 'unknown', code: 'unknown', key: 'unknown' };
	return new Map(
		[...listPageFiles().keys()].map((path) => [
			path,
			path.replaceAll(/:(\w+)\??|\*/g, (whole, name = whole) => {
				const value = { ...common, ...values[path] }[name as string];
				if (value === undefined) throw new Error(`Give \`values\` in this file an example of ${name} for ${path}`);
				return value;
			}),
		]),
	);
}

/** Returns the file of each page, from `web/routes.ts`, by the pattern of its route. */
export function listPageFiles(): Map<string, string> {
	const listPages = (entries: readonly RouteConfigEntry[], parent: string): [string, string][] =>
		entries.flatMap(({ path, file, children }) => {
			const pattern = path ? `${parent}/${path}` : parent;
			if (children) return listPages(children, pattern);
			return file.endsWith('.tsx') ? [[pattern || '/', file]] : [];
		});
	return new Map(listPages(routes, ''));
}
