import { useQuery } from '@tanstack/react-query';
import { Lock, MessageCircleWarning } from 'lucide-react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { marketWebhooksPath } from '../../../contract/core/page-paths.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as webhooksText from '../../../text/shared/webhooks.ts';
import * as adminText from '../../../text/web/admin.ts';
import * as adminSettingsText from '../../../text/web/admin-settings.ts';
import * as adminVerificationsText from '../../../text/web/admin-verifications.ts';
import * as dataProtectionText from '../../../text/web/data-protection.ts';
import { useSession } from '../../accounts/session.ts';
import { operatorContactQuery } from '../../courses/learning-queries.ts';
import { dataProtectionPath } from '../../data-protection/queries.ts';
import { casesPath, emptyCaseFilter } from '../../moderation/filter.ts';
import { formatWaitingCount, useRefreshWaiting, waitingQuery } from '../../operations/waiting-work.ts';
import { useApi } from '../../platform/api.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { useCenteredCurrentLink } from '../../ui/use-centered-current-link.ts';
import { verificationListPath } from '../../verification/filter.ts';

const reportsPath = casesPath(emptyCaseFilter);

const overviewPath = '/dashboard/admin';

const enrollmentsPath = '/dashboard/admin/enrollments';

const verificationsPath = verificationListPath('pending');

const tabs = [
	{ to: overviewPath, label: adminText.overview },
	{ to: enrollmentsPath, label: adminText.enrollments, forLearners: true },
	{ to: reportsPath, label: adminText.reports },
	{ to: verificationsPath, label: adminVerificationsText.title },
	{ to: '/dashboard/admin/accounts', label: adminText.accounts },
	{ to: '/dashboard/admin/courses', label: adminText.courseContent, forLearners: true },
	{ to: dataProtectionPath, label: dataProtectionText.title },
	{ to: '/dashboard/admin/audit', label: adminText.auditLog },
	{ to: marketWebhooksPath, label: webhooksText.title },
	{ to: '/dashboard/admin/settings', label: adminSettingsText.title },
];

/** Layout that shows the admin pages to administrators only. The API checks the role itself. */
export default function AdminLayout() {
	const session = useSession();
	if (session?.role !== 'admin') {
		return (
			<EmptyState
				as="h1"
				icon={Lock}
				title={adminText.closedTitle}
				action={<ButtonLink to="/dashboard">{adminText.goToDashboard}</ButtonLink>}
				hint={adminText.closedHint}
			/>
		);
	}
	return <AdminTabs />;
}

function AdminTabs() {
	const { pathname } = useLocation();
	const api = useApi();
	const { data: waiting } = useQuery(waitingQuery(api));
	useRefreshWaiting(api);
	const counts: Readonly<Record<string, number>> = waiting
		? {
				[overviewPath]: waiting.failed_jobs.count + waiting.backups.count,
				[enrollmentsPath]: waiting.proofs.count + waiting.requests.count + waiting.payments.count,
				[reportsPath]: waiting.reports.count,
				[verificationsPath]: waiting.verifications.count,
				[dataProtectionPath]: waiting.legal_requests.count + waiting.breaches.count,
			}
		: {};
	// The bar scrolls the current tab into view again when a count loads, because the count widens its tab.
	const bar = useCenteredCurrentLink<HTMLElement>(`${pathname} ${Object.values(counts).join(' ')}`);
	return (
		<>
			<nav
				ref={bar}
				aria-label={commonText.administration}
				className="relative -mx-4 mb-5 overflow-x-auto overflow-y-hidden border-line border-b px-4 wide:mx-0 wide:px-0"
			>
				<ul className="flex gap-1">
					{tabs.map(({ to, label }) => (
						<li key={to}>
							<NavLink
								to={to}
								end={to === overviewPath}
								className={({ isActive }) =>
									classes(
										'-mb-px inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap border-b-2 px-3 text-14 -outline-offset-2',
										isActive ? 'border-leaf font-semibold text-leaf' : 'border-transparent text-quiet hover:text-ink',
									)
								}
							>
								{label}
								<WaitingCount count={counts[to]} />
							</NavLink>
						</li>
					))}
				</ul>
			</nav>
			{tabs.some(({ to, forLearners }) => forLearners && to === pathname) && <MissingNumberNotice />}
			<Outlet />
		</>
	);
}

function WaitingCount({ count = 0 }: { count: number | undefined }) {
	if (count === 0) return null;
	return (
		<span className="rounded-full bg-marigold-soft px-2 font-semibold text-12 text-marigold tabular-nums">
			{formatWaitingCount(count)}
			<span className="sr-only"> {adminText.waiting}</span>
		</span>
	);
}

/** Warns that no WhatsApp number is configured. Learners ask for help on WhatsApp. */
function MissingNumberNotice() {
	const { data: contact } = useQuery(operatorContactQuery(useApi()));
	if (contact?.whatsapp !== null) return null;
	return (
		<p className="mb-5 flex items-start gap-3 rounded-card bg-marigold-soft px-4 py-3 text-14">
			<MessageCircleWarning aria-hidden className="mt-px size-5 shrink-0 text-marigold" />
			<span>
				<RichText
					text={adminText.numberMissing}
					tags={{ setting: (name) => <code className="font-semibold">{name}</code> }}
				/>
			</span>
		</p>
	);
}
