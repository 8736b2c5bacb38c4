import { data, redirect } from 'react-router';
import type { Session } from '../../../contract/accounts/accounts.ts';
import { brand } from '../../../contract/market-settings/brand.ts';
import * as learningText from '../../../text/shared/learning.ts';
import { useSession } from '../../accounts/session.ts';
import { dashboardCataloguePath } from '../../courses/paths.ts';
import { Catalogue } from '../../enrollments/catalogue.tsx';
import { ClaimRequests } from '../../enrollments/claim-requests.tsx';
import { MyCourses } from '../../enrollments/my-courses.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import type { Route } from './+types/page.ts';

/** Any other page that is missing in the dashboard matches this route, too. */
export function loader({ params }: Route.LoaderArgs) {
	assertCatalogue(params);
	return null;
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
	// A link of the time before the market got its name.
	if (/^learn-with-/i.test(params.catalogue) && !isCatalogue(params)) throw redirect(dashboardCataloguePath());
	assertCatalogue(params);
	return null;
}

function isCatalogue({ catalogue }: Route.LoaderArgs['params']): boolean {
	return `/dashboard/${catalogue.toLowerCase()}` === dashboardCataloguePath();
}

function assertCatalogue(params: Route.LoaderArgs['params']): void {
	if (!isCatalogue(params)) throw data(null, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: learningText.title(brand.name), hidden: true });
}

export default function DashboardCataloguePage() {
	const session = useSession();
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
