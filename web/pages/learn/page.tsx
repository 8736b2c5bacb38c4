import type { Session } from '../../../contract/accounts.ts';
import { brand } from '../../../contract/brand.ts';
import * as learningText from '../../../contract/text/learning.ts';
import { useSession } from '../../accounts/session.ts';
import { MyCourses } from '../../enrollments/my-courses.tsx';
import { pageMeta } from '../../platform/page-meta.ts';
import { Catalogue } from '../learning/catalogue.tsx';
import type { Route } from './+types/page.ts';

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
			<MyCourses session={session} empty={<p>{learningText.ownCoursesEmpty}</p>} />
		</section>
	);
}
