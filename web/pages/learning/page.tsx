import { cataloguePicturePath, coursePath } from '../../../contract/core/page-paths.ts';
import { listCourseCategories } from '../../../contract/courses/course-catalogue.ts';
import { feedPaths } from '../../../contract/syndication/syndication.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as learningText from '../../../text/shared/learning.ts';
import * as syndicationText from '../../../text/shared/syndication.ts';
import { filterCourses, parseCategory } from '../../courses/catalogue.ts';
import { operatorContactQuery } from '../../courses/learning-queries.ts';
import { cataloguePath, categoryParameter } from '../../courses/paths.ts';
import { Catalogue } from '../../enrollments/catalogue.tsx';
import { feedLinks } from '../../platform/alternate-links.ts';
import { brandRouterContext } from '../../platform/brand.ts';
import { buildItemListJsonLd, type ItemListJsonLd } from '../../platform/item-list-json-ld.ts';
import { type LoaderResult, loadPage } from '../../platform/loader.ts';
import { getBrand, pageMeta } from '../../platform/page-meta.ts';
import type { SearchParamsHandle } from '../../platform/search-params.ts';
import type { Route } from './+types/page.ts';

export const handle: SearchParamsHandle = { searchParams: [categoryParameter] };

interface CataloguePageData {
	/** The courses on the page, for search engines. Only the server lists them. */
	list: ItemListJsonLd | null;
}

export async function loader(args: Route.LoaderArgs): Promise<LoaderResult<CataloguePageData>> {
	const loaded = await loadPage(args, async ({ api, queryClient, url }) => {
		// The page also works without the operator's phone number, because WhatsApp then lets people choose the recipient.
		await queryClient.prefetchQuery(operatorContactQuery(api));
		const listed = filterCourses(parseCategory(url.searchParams.get(categoryParameter)));
		const items = listed.map(({ id, title }) => ({ name: title, path: coursePath(id) }));
		return { list: buildItemListJsonLd(items, url.origin) };
	});
	const { origin } = new URL(args.request.url);
	const title = syndicationText.coursesFeedTitle(args.context.get(brandRouterContext).name);
	return { ...loaded, links: feedLinks(origin, feedPaths.courses, title) };
}

/** Client loader that sends no request, because the app's bundle contains the course catalogue. */
export function clientLoader(): LoaderResult<CataloguePageData> {
	return { page: { list: null } };
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
	const list = loaderData?.page.list;
	return [
		...pageMeta(matches, {
			title: commonText.courses,
			description: learningText.description(getBrand(matches).name, listCourseCategories().join(', ')),
			path: cataloguePath,
			picture: cataloguePicturePath,
		}),
		...(list ? [{ 'script:ld+json': list }] : []),
		...(loaderData?.links ?? []),
	];
}

export default function CataloguePage() {
	return <Catalogue />;
}
