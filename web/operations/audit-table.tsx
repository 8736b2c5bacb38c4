import { useState } from 'react';
import { Link } from 'react-router';
import { postPath, profilePath, shortAdPath } from '../../contract/core/page-paths.ts';
import type { AuditEntry } from '../../contract/moderation/moderation.ts';
import * as adminText from '../../text/web/admin.ts';
import * as adminAuditText from '../../text/web/admin-audit.ts';
import { enrollmentDetailPath } from '../enrollments/filter.ts';
import { formatDateTime } from '../platform/dates.ts';
import { Card } from '../ui/card.tsx';
import { Table } from '../ui/table.tsx';
import { lazyPart } from '../ui/use-lazy-component.ts';

const LiftDecisionDialog = lazyPart(
	async () => (await import('../moderation/admin/lift-decision-dialog.tsx')).LiftDecisionDialog,
);

interface AuditTableProps {
	entries: readonly AuditEntry[];
	/** If true, renders a table, otherwise cards. */
	wide: boolean;
}

export function AuditTable({ entries, wide }: AuditTableProps) {
	if (!wide) {
		return (
			<ul className="flex flex-col gap-3">
				{entries.map((entry) => (
					<li key={entry.id}>
						<Card className="p-4 text-14">
							<p className="flex flex-wrap items-baseline justify-between gap-x-3">
								<UserCell entry={entry} />
								<TimeCell entry={entry} />
							</p>
							<p className="mt-1 flex flex-wrap items-baseline gap-x-3">
								<ActionCell entry={entry} />
								<TargetCell entry={entry} />
							</p>
							<ReasonCell entry={entry} />
						</Card>
					</li>
				))}
			</ul>
		);
	}
	return (
		<Table
			caption={adminAuditText.caption}
			columns={[
				{ label: adminAuditText.when, className: 'w-44' },
				{ label: adminAuditText.who, className: 'w-40' },
				{ label: adminAuditText.action, className: 'w-56' },
				{ label: adminAuditText.target, className: 'w-36' },
				{ label: adminAuditText.why },
			]}
		>
			{entries.map((entry) => (
				<tr key={entry.id} className="align-top hover:bg-sunken">
					<td className="px-4 py-2.5">
						<TimeCell entry={entry} />
					</td>
					<td className="truncate px-2 py-2.5">
						<UserCell entry={entry} />
					</td>
					<td className="break-words px-2 py-2.5">
						<ActionCell entry={entry} />
					</td>
					<td className="px-2 py-2.5">
						<TargetCell entry={entry} />
					</td>
					<td className="px-4 py-2.5">
						<ReasonCell entry={entry} />
					</td>
				</tr>
			))}
		</Table>
	);
}

interface EntryProps {
	entry: AuditEntry;
}

function UserCell({ entry: { user_name } }: EntryProps) {
	if (user_name === null) return <span>{adminAuditText.commandLine}</span>;
	return (
		<Link to={profilePath(user_name)} className="font-semibold hover:text-leaf">
			@{user_name}
		</Link>
	);
}

function TimeCell({ entry: { at } }: EntryProps) {
	return (
		<time dateTime={at} className="whitespace-nowrap text-quiet tabular-nums">
			{formatDateTime(at)}
		</time>
	);
}

function ActionCell({ entry: { action } }: EntryProps) {
	return <code className="text-14">{action}</code>;
}

/** Page paths of the targets of audited actions, by target kind. Other kinds have no page for an id. */
const targetPaths: Readonly<Record<string, (id: number) => string>> = {
	ad: shortAdPath,
	// The kind in a post's path may be wrong, because post pages redirect to the path of the actual kind.
	post: (id) => postPath({ id, kind: 'tweet', text: '' }),
	enrollment: enrollmentDetailPath,
};

function TargetCell({ entry: { action, target } }: EntryProps) {
	if (target && action === 'moderation.uphold') return <UpheldDecision id={target.id} />;
	if (!target) return <span className="text-quiet">{adminAuditText.market}</span>;
	const words = `${target.kind.replaceAll('_', ' ')} ${target.id}`;
	const path = Object.hasOwn(targetPaths, target.kind) ? targetPaths[target.kind]?.(target.id) : undefined;
	if (path === undefined) return <span>{words}</span>;
	return (
		<Link to={path} className="text-leaf underline underline-offset-4">
			{words}
		</Link>
	);
}

/** Moderation decision that was upheld on appeal, with a button to lift it. */
function UpheldDecision({ id }: { id: number }) {
	const [isLifting, setLifting] = useState(false);
	return (
		<>
			<span>{adminAuditText.decision(id)}</span>
			<button
				type="button"
				aria-label={adminAuditText.undoDecision(id)}
				onClick={() => setLifting(true)}
				className="block min-h-9 font-semibold text-leaf underline-offset-4 hover:underline"
			>
				{adminText.undoDecision}
			</button>
			{isLifting && <LiftDecisionDialog id={id} onClose={() => setLifting(false)} />}
		</>
	);
}

function ReasonCell({ entry: { reason } }: EntryProps) {
	if (reason === '') return null;
	return (
		<p dir="auto" className="whitespace-pre-line break-words max-wide:mt-1">
			{reason}
		</p>
	);
}
