import * as adminText from '../../../contract/text/admin.ts';
import * as commonText from '../../../contract/text/common.ts';
import { pageMeta } from '../../platform/page-meta.ts';
import type { Route } from './+types/page.ts';
import { ContactRevealList } from './overview/contact-reveals.tsx';
import { FailedJobs } from './overview/failed-jobs.tsx';
import { OverviewStats } from './overview/overview-stats.tsx';
import { SampleContent } from './overview/sample-content.tsx';
import { SiteNoticeForm } from './overview/site-notice-form.tsx';
import { Waiting } from './overview/waiting.tsx';
import { WebVitals } from './overview/web-vitals.tsx';

export function meta({ matches }: Route.MetaArgs) {
	return pageMeta(matches, { title: commonText.administration, hidden: true });
}

export default function AdminPage() {
	return (
		<>
			<h1 className="mb-4 text-28">{adminText.overview}</h1>
			<Waiting />
			<FailedJobs />
			<OverviewStats />
			<WebVitals />
			<ContactRevealList />
			<div className="mt-8 grid grid-cols-1 items-start gap-6 md:grid-cols-2">
				<SiteNoticeForm />
				<SampleContent />
			</div>
		</>
	);
}
