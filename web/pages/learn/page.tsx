import { data, Navigate } from 'react-router';
import type { Session } from '../../../contract/accounts/accounts.ts';
import * as learningText from '../../../text/shared/learning.ts';
import { useSession } from '../../accounts/session.ts';
import { dashboardCataloguePath } from '../../courses/paths.ts';
import { Catalogue } from '../../enrollments/catalogue.tsx';
import { ClaimRequests } from '../../enrollments/claim-requests.tsx';
import { MyCourses } from '../../enrollments/my-courses.tsx';
import { brandRouterContext, useBrand } from '../../platform/brand.ts';
import { getBrand, pageMeta } from '../../platform/page-meta.ts';
import type { Route } from './+types/page.ts';

/** Any other page that is missing in the dashboard matches this route, too. */
export function loader({ params, context }: Route.LoaderArgs) {
	assertCatalogue(toPath(params) === dashboardCataloguePath(context.get(brandRouterContext)));
	return null;
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
	assertCatalogue(toPath(params).startsWith(dashboardCataloguePath({ slug: '' })));
	return null;
}

const toPath = ({ catalogue }: Route.LoaderArgs['params']) => `/dashboard/${catalogue.toLowerCase()}`;

function assertCatalogue(isCatalogue: boolean): void {
	if (!isCatalogue) throw data(null, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: learningText.title(getBrand(matches).name), hidden: true });
}

export default function DashboardCataloguePage({ params }: Route.ComponentProps) {
	const session = useSession();
	const path = dashboardCataloguePath(useBrand());
	// A link of the time before the market got its name.
	if (toPath(params) !== path) return <Navigate to={path} replace />;
	return <Catalogue lead={session && <OwnCourses session={session} />} />;
}

function OwnCourses({ session }: { session: Session }) {
	return (
		<section aria-labelledby="own" className="mt-6 mb-8">
			<h2 id="own" className="mb-3 text-18">
				{learningText.ownCourses}
			</h2>
			<ClaimRequests session={session} />
			<MyCourses session={session} empty={<p>{learningText.ownCoursesEmpty}</p>} />
		</section>
	);
}
