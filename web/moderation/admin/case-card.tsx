import { ExternalLink, Eye, Flag } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { profilePath } from '../../../contract/core/page-paths.ts';
import type { ReportCase } from '../../../contract/moderation/moderation.ts';
import * as adminReportsText from '../../../text/web/admin-reports.ts';
import * as moderationText from '../../../text/web/moderation.ts';
import { formatDate } from '../../platform/dates.ts';
import { TimeAgo } from '../../platform/time-ago.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Picture } from '../../ui/picture.tsx';
import { AppealReview } from './appeal-review.tsx';
import { DecisionForm } from './decision-form.tsx';

interface CaseCardProps {
	item: ReportCase;
	/** Callback before a closed case leaves the list. The case may contain the focus. */
	onClosed: (card: HTMLElement) => void;
}

export function CaseCard({ item, onClosed }: CaseCardProps) {
	const heading = useId();
	const card = useRef<HTMLElement>(null);
	const close = () => card.current && onClosed(card.current);
	const { target, reports, flags, appeal, latest_at } = item;
	return (
		<article
			ref={card}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: J and K move the focus between cases
			tabIndex={0}
			aria-labelledby={heading}
			className="scroll-mt-20 scroll-mb-24 rounded-card bg-card p-4 shadow-soft focus:outline-2 focus:outline-leaf"
		>
			<header className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<h2 id={heading} dir="auto" className="min-w-0 break-words text-16">
					<span className="font-normal text-quiet capitalize">{moderationText.targets[target.kind]}: </span>
					{target.title || adminReportsText.noWords}
				</h2>
				{item.held ? (
					<Badge variant="marigold">{adminReportsText.held}</Badge>
				) : (
					target.gone && <Badge variant="danger">{adminReportsText.gone}</Badge>
				)}
				<span className="ml-auto text-12 text-quiet">
					<TimeAgo time={latest_at} />
				</span>
			</header>
			<div className="mt-3 grid gap-x-6 gap-y-4 wide:grid-cols-2">
				<div className="flex min-w-0 flex-col gap-3">
					<Target item={item} />
					<Owner item={item} />
				</div>
				<div className="flex min-w-0 flex-col gap-3">
					{reports.length > 0 && <Reports item={item} />}
					{flags.length > 0 && <Signals item={item} />}
				</div>
			</div>
			{appeal && <AppealReview item={item} appeal={appeal} onClosed={close} />}
			{(reports.length > 0 || flags.length > 0) && <DecisionForm item={item} onClosed={close} />}
		</article>
	);
}

/** Number of characters above which a reported text is collapsed. */
const longText = 400;

function Target({ item: { target } }: { item: ReportCase }) {
	const [whole, setWhole] = useState(false);
	const { kind, text, picture, path } = target;
	return (
		<div className="flex gap-3">
			{picture && (
				<Picture
					picture={picture}
					alt=""
					sizes="96px"
					className="aspect-4/5 w-24 shrink-0 self-start rounded-control object-cover"
				/>
			)}
			<div className="min-w-0 flex-1">
				{text !== '' && (
					<p
						dir="auto"
						className={`whitespace-pre-line break-words text-14 ${text.length > longText && !whole ? 'line-clamp-6' : ''}`}
					>
						{text}
					</p>
				)}
				{text.length > longText && (
					<button
						type="button"
						onClick={() => setWhole(!whole)}
						className="min-h-9 font-semibold text-14 text-leaf underline-offset-4 hover:underline"
					>
						{whole ? adminReportsText.showLess : adminReportsText.showAll}
					</button>
				)}
				{path !== null && <NewTabLink to={path}>{adminReportsText.open(moderationText.targets[kind])}</NewTabLink>}
			</div>
		</div>
	);
}

/** Link that opens a new tab, so that text typed in the list of cases is not lost. */
function NewTabLink({ to, children }: { to: string; children: ReactNode }) {
	return (
		<Link
			to={to}
			target="_blank"
			rel="noopener"
			className="flex min-h-9 w-fit items-center gap-1.5 font-semibold text-14 text-leaf underline-offset-4 hover:underline"
		>
			{children}
			<ExternalLink aria-hidden className="size-4 shrink-0" />
			<span className="sr-only">{adminReportsText.inNewTab}</span>
		</Link>
	);
}

function Owner({ item: { owner } }: { item: ReportCase }) {
	return (
		<div className="flex items-center gap-3 rounded-control bg-sunken p-2.5">
			<Avatar name={owner.display_name || owner.user_name} image={owner.user_image} />
			<p className="min-w-0 text-14">
				<Link
					to={profilePath(owner.user_name)}
					target="_blank"
					rel="noopener"
					className="relative block truncate font-semibold hover:text-leaf"
				>
					{owner.display_name || owner.user_name} <span className="font-normal text-quiet">@{owner.user_name}</span>
					<span className="sr-only">{adminReportsText.inNewTab}</span>
				</Link>
				<span className="text-12 text-quiet">
					{adminReportsText.hereSince(formatDate(owner.created_at))} ·{' '}
					<span className={owner.decisions > 0 ? 'font-semibold text-danger' : undefined}>
						{adminReportsText.decisionCount(owner.decisions)}
					</span>
				</span>
			</p>
		</div>
	);
}

function Reports({ item: { reports } }: { item: ReportCase }) {
	return (
		<section>
			<h3 className="flex items-center gap-2 text-14">
				<Flag aria-hidden className="size-4 text-danger" />
				{adminReportsText.reportCount(reports.length)}
			</h3>
			<ul className="mt-1 divide-y divide-line">
				{reports.map(({ reporter, reason, note, weight, weight_reason, at }) => (
					<li key={`${reporter?.id} ${at}`} className="py-2 text-14">
						<p className="flex flex-wrap items-baseline gap-x-2">
							<span className="font-semibold">{adminReportsText.reasons[reason]}</span>
							<span className="text-12 text-quiet">
								{reporter ? `@${reporter.user_name}` : adminReportsText.reporterGone}, <TimeAgo time={at} />
							</span>
						</p>
						{weight_reason && (
							<p className="text-12 text-quiet">{adminReportsText.reportWeight(weight, weight_reason)}</p>
						)}
						{note !== '' && (
							<p dir="auto" className="mt-0.5 whitespace-pre-line break-words">
								{note}
							</p>
						)}
					</li>
				))}
			</ul>
		</section>
	);
}

function Signals({ item }: { item: ReportCase }) {
	// A later comparison with the same removed item found at least as much in common.
	const flags = item.flags.filter(
		({ removed }, index, all) =>
			removed === null || index === all.findIndex((other) => other.removed?.decision.id === removed.decision.id),
	);
	return (
		<section>
			<h3 className="flex items-center gap-2 text-14">
				<Eye aria-hidden className="size-4 text-marigold" />
				{adminReportsText.flags}
			</h3>
			{item.held && <p className="mt-1 text-14">{adminReportsText.heldHint}</p>}
			<ul className="mt-1 divide-y divide-line">
				{flags.map(({ reason, note, path, removed, at }) => (
					<li key={`${reason} ${at} ${note}`} className="py-2 text-14">
						<p className="flex flex-wrap items-baseline gap-x-2">
							<span className="font-semibold">{adminReportsText.reasons[reason]}</span>
							<span className="text-12 text-quiet">
								<TimeAgo time={at} />
							</span>
						</p>
						{note !== '' && (
							<p dir="auto" className="mt-0.5 break-words">
								{note}
							</p>
						)}
						{path !== null && <NewTabLink to={path}>{adminReportsText.compareAds}</NewTabLink>}
						{removed && (
							<p dir="auto" className="mt-0.5 break-words">
								{adminReportsText.removedItem(removed.decision.target.title, removed.owner?.user_name ?? null)}{' '}
								<TimeAgo time={removed.decision.at} />: {removed.decision.reason}
							</p>
						)}
					</li>
				))}
			</ul>
		</section>
	);
}
