import { useQuery } from '@tanstack/react-query';
import { Lock, MessageCircleWarning } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { useSession } from '../../accounts/session.ts';
import { contactQuery } from '../../courses/learning-queries.ts';
import { casesPath } from '../../moderation/addresses.ts';
import { everyCase } from '../../moderation/filter.ts';
import { openCasesQuery } from '../../moderation/queries.ts';
import { useApi } from '../../platform/api.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useCurrentInView } from '../use-current-in-view.ts';

/** The desk's pages, in the order of its tabs. */
const places: { to: string; label: string; Count?: () => ReactNode }[] = [
	{ to: '/dashboard/admin/enrollments', label: 'Enrollments' },
	{ to: casesPath(everyCase), label: 'Reports', Count: OpenCases },
	{ to: '/dashboard/admin/courses', label: 'Course content' },
	{ to: '/dashboard/admin/audit', label: 'Audit log' },
];

/** The administrators' desk. The API refuses by itself, whatever is shown here. */
export default function AdminLayout() {
	const session = useSession();
	const { pathname } = useLocation();
	const bar = useCurrentInView<HTMLElement>(pathname);
	if (session?.role !== 'admin') {
		return (
			<EmptyState
				as="h1"
				icon={<Lock className="size-8" />}
				title="Only administrators come in here"
				action={<ButtonLink to="/dashboard">Go to your dashboard</ButtonLink>}
			>
				You are logged in with an account that is not an administrator's.
			</EmptyState>
		);
	}
	return (
		<>
			<nav
				ref={bar}
				aria-label="Administration"
				className="relative -mx-4 mb-5 overflow-x-auto border-line border-b px-4 wide:mx-0 wide:px-0"
			>
				<ul className="flex gap-1">
					{places.map(({ to, label, Count }) => (
						<li key={to}>
							<NavLink
								to={to}
								className={({ isActive }) =>
									classes(
										'-mb-px inline-flex min-h-11 items-center gap-1.5 whitespace-nowrap border-b-2 px-3 text-14 -outline-offset-2',
										isActive ? 'border-leaf font-semibold text-leaf' : 'border-transparent text-quiet hover:text-ink',
									)
								}
							>
								{label}
								{Count && <Count />}
							</NavLink>
						</li>
					))}
				</ul>
			</nav>
			{places.some(({ to }) => to === pathname) && <NoNumber />}
			<Outlet />
		</>
	);
}

/** How many cases wait for a decision; nothing while none does. */
function OpenCases() {
	const { data: open = 0 } = useQuery(openCasesQuery(useApi()));
	if (open === 0) return null;
	return (
		<span className="rounded-full bg-marigold-soft px-2 font-semibold text-12 text-marigold tabular-nums">
			{open.toLocaleString('en')}
			<span className="sr-only"> open</span>
		</span>
	);
}

/** Learners are told to ask on WhatsApp: somebody has to be there. */
function NoNumber() {
	const { data: contact } = useQuery(contactQuery(useApi()));
	if (contact?.whatsapp !== null) return null;
	return (
		<p className="mb-5 flex items-start gap-3 rounded-card bg-marigold-soft px-4 py-3 text-14">
			<MessageCircleWarning aria-hidden className="mt-px size-5 shrink-0 text-marigold" />
			<span>
				Visitors cannot reach you on WhatsApp yet. Set <code className="font-semibold">WHATSAPP_NUMBER</code> where the
				server is started, and start it again.
			</span>
		</p>
	);
}
