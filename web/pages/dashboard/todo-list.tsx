import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import {
	Check,
	GraduationCap,
	Hourglass,
	type LucideIcon,
	MessageCircle,
	PencilLine,
	Scale,
	ShieldCheck,
	TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Session } from '../../../contract/accounts/accounts.ts';
import type { OwnAd } from '../../../contract/ads/ads.ts';
import { enrollmentPath, moderationDecisionPath, moderationDecisionsPath } from '../../../contract/core/page-paths.ts';
import { adminTaskKinds } from '../../../contract/operations/operations.ts';
import * as adminOverviewText from '../../../text/web/admin-overview.ts';
import * as decisionText from '../../../text/web/decision.ts';
import * as todayText from '../../../text/web/today.ts';
import { ownAdsQuery } from '../../ads/own/own-ads.ts';
import { adPath } from '../../ads/paths.ts';
import { draftsQuery } from '../../app/drafts.ts';
import { commentsToAnswerQuery } from '../../comments/queries.ts';
import { myEnrollmentsQuery } from '../../enrollments/queries.ts';
import { describeDecisionForOwner } from '../../moderation/describe-decision.ts';
import { type MyDecision, myDecisionsQuery } from '../../moderation/queries.ts';
import { adminTaskPaths, formatWaitingCount, waitingQuery } from '../../operations/waiting-work.ts';
import { useApi } from '../../platform/api.ts';
import { formatDate } from '../../platform/dates.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { Card } from '../../ui/card.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

/** Maximum number of links per entry of the to-do list. Further items are only counted. */
const maxLinks = 3;

/** Milliseconds for which the to-do list shows a moderation decision. */
const decisionMaxAge = 14 * 24 * 60 * 60_000;

export function TodoList({ session }: { session: Session }) {
	const api = useApi();
	const comments = useQuery(commentsToAnswerQuery(api, session.id));
	const ads = useInfiniteQuery(ownAdsQuery(api, session.id));
	const drafts = useQuery(draftsQuery(session.id));
	const courses = useQuery(myEnrollmentsQuery(api, session.id));
	const decided = useInfiniteQuery(myDecisionsQuery(api, session.id));
	const waiting = useQuery({ ...waitingQuery(api), enabled: session.role === 'admin' });
	const queries = [comments, ads, drafts, courses, decided];
	const own = ads.data ?? [];
	const failed = own.filter((ad) => ad.state === 'failed');
	const processing = own.filter((ad) => ad.state === 'processing');
	const unansweredComments = comments.data?.items ?? [];
	const draftItems = drafts.data ?? [];
	const unpaid = courses.data?.filter(({ state }) => state === 'awaiting_payment') ?? [];
	const decisions = filterRecentDecisions(decided.data?.pages[0]?.items ?? []);
	const waitingForAdmin = adminTaskKinds.filter((kind) => (waiting.data?.[kind].count ?? 0) > 0);
	const isEmpty =
		waitingForAdmin.length +
			decisions.length +
			unpaid.length +
			unansweredComments.length +
			failed.length +
			processing.length +
			draftItems.length ===
		0;
	if (waiting.isLoading || queries.some(({ isPending }) => isPending))
		return <Skeleton className="mb-6 h-16 rounded-card" />;
	// If a query failed, the to-do list must not claim to be empty.
	if (isEmpty && [waiting, ...queries].some(({ isError }) => isError)) return null;
	return (
		<section aria-labelledby="today" className="mb-8">
			<h2 id="today" className="mb-3 text-18">
				{todayText.title}
			</h2>
			<Card className="divide-y divide-line px-4">
				{isEmpty && <TodoItem Icon={Check} title={todayText.nothing} />}
				{waiting.data && waitingForAdmin.length > 0 && (
					<TodoItem Icon={ShieldCheck} title={adminOverviewText.waitingTitle}>
						{waitingForAdmin.map((kind) => (
							<TodoLink key={kind} to={adminTaskPaths[kind]} detail={formatWaitingCount(waiting.data[kind].count)}>
								{adminOverviewText.adminTaskKinds[kind]}
							</TodoLink>
						))}
					</TodoItem>
				)}
				{decisions.length > 0 && (
					<TodoItem Icon={Scale} title={todayText.decisions(decisions.length)}>
						{decisions.slice(0, maxLinks).map((decision) => (
							<TodoLink
								key={decision.id}
								to={decision.key === null ? moderationDecisionsPath : moderationDecisionPath(decision.key)}
								detail={decision.appeal ? decisionText.appealPending : decision.target.title}
							>
								{describeDecisionForOwner(decision, formatDate)}
							</TodoLink>
						))}
					</TodoItem>
				)}
				{unpaid.length > 0 && (
					<TodoItem Icon={GraduationCap} title={todayText.coursesToPay(unpaid.length)}>
						{unpaid.slice(0, maxLinks).map(({ id, course_title, price }) => (
							<TodoLink key={id} to={enrollmentPath(id)} detail={todayText.payHint(price)}>
								{course_title}
							</TodoLink>
						))}
					</TodoItem>
				)}
				{unansweredComments.length > 0 && (
					<TodoItem
						Icon={MessageCircle}
						title={
							comments.data?.next_cursor
								? todayText.commentsOrMoreToAnswer(unansweredComments.length)
								: todayText.commentsToAnswer(unansweredComments.length)
						}
					>
						{unansweredComments.slice(0, maxLinks).map((comment) => (
							<TodoLink
								key={comment.id}
								to={`${comment.target_path}#comments`}
								detail={
									<RichText
										text={comment.target_title ? todayText.commentOn : todayText.commentOnPicture}
										tags={{
											author: () => comment.author.display_name || comment.author.user_name,
											target: () => comment.target_title,
											time: () => <TimeAgo time={comment.created_at} />,
										}}
									/>
								}
							>
								{comment.text}
							</TodoLink>
						))}
					</TodoItem>
				)}
				{failed.length > 0 && (
					<TodoItem Icon={TriangleAlert} title={todayText.videosFailed(failed.length)}>
						<AdLinks ads={failed} detail={todayText.videosFailedHint} />
					</TodoItem>
				)}
				{processing.length > 0 && (
					<TodoItem Icon={Hourglass} title={todayText.videosProcessing(processing.length)}>
						<AdLinks ads={processing} detail={todayText.videosProcessingHint} />
					</TodoItem>
				)}
				{draftItems.length > 0 && (
					<TodoItem Icon={PencilLine} title={todayText.drafts(draftItems.length)}>
						{draftItems.map((draft) => (
							<TodoLink key={draft.key} to={draft.to} detail={todayText.finishDraft(draft.label)}>
								{draft.preview || todayText.draftWithoutWords}
							</TodoLink>
						))}
					</TodoItem>
				)}
			</Card>
		</section>
	);
}

/** Returns recent moderation decisions about the account's own content that are still in force. */
function filterRecentDecisions(decisions: readonly MyDecision[]): MyDecision[] {
	const since = Date.now() - decisionMaxAge;
	return decisions.filter(({ mine, lifted_at, at }) => mine && lifted_at === null && Date.parse(at) > since);
}

interface TodoItemProps {
	Icon: LucideIcon;
	title: string;
	children?: ReactNode;
}

function TodoItem({ Icon, title, children }: TodoItemProps) {
	return (
		<div className="flex items-start gap-3 py-4">
			<Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-leaf" />
			<div className="min-w-0 flex-1">
				<p className="font-semibold">{title}</p>
				{children !== undefined && <ul className="mt-1">{children}</ul>}
			</div>
		</div>
	);
}

function TodoLink({ to, detail, children }: { to: string; detail: ReactNode; children: ReactNode }) {
	return (
		<li>
			<Link to={to} className="flex min-h-11 flex-col justify-center rounded-control py-1.5 hover:text-leaf">
				<span dir="auto" className="truncate">
					{children}
				</span>
				<span className="truncate text-14 text-quiet">{detail}</span>
			</Link>
		</li>
	);
}

function AdLinks({ ads, detail }: { ads: readonly OwnAd[]; detail: string }) {
	return ads.slice(0, maxLinks).map((ad) => (
		<TodoLink key={ad.id} to={adPath(ad)} detail={detail}>
			{ad.title}
		</TodoLink>
	));
}
