import * as commonText from '../../../text/shared/common.ts';
import * as adminText from '../../../text/web/admin.ts';
import { ContactRevealList } from '../../contacts/admin/contact-reveals.tsx';
import { WebVitals } from '../../insights/admin/web-vitals.tsx';
import { FailedJobs } from '../../operations/failed-jobs.tsx';
import { OverviewStats } from '../../operations/overview-stats.tsx';
import { SampleContent } from '../../operations/sample-content.tsx';
import { SiteNoticeForm } from '../../operations/site-notice-form.tsx';
import { Waiting } from '../../operations/waiting.tsx';
import { hiddenPageMeta } from '../../platform/page-meta.ts';

export const meta = hiddenPageMeta(commonText.administration);

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
