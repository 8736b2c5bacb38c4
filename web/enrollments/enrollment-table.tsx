import { ReceiptText, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { EnrollmentListItem } from '../../contract/enrollments/enrollments.ts';
import * as commonText from '../../text/shared/common.ts';
import * as enrollmentsText from '../../text/web/enrollments.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Card } from '../ui/card.tsx';
import { Price } from '../ui/price.tsx';
import { Table } from '../ui/table.tsx';
import { EnrollmentStateBadge } from './enrollment-state-badge.tsx';
import { enrollmentDetailPath } from './filter.ts';

interface EnrollmentTableProps {
	rows: readonly EnrollmentListItem[];
	wide: boolean;
	/** Current query string of the list, for the link back to it. */
	search: string;
}

export function EnrollmentTable({ rows, wide, search }: EnrollmentTableProps) {
	if (!wide) {
		return (
			<ul className="flex flex-col gap-3">
				{rows.map((row) => (
					<li key={row.id}>
						<EnrollmentCard row={row} search={search} />
					</li>
				))}
			</ul>
		);
	}
	return (
		<Table
			caption={enrollmentsText.caption}
			columns={[
				{ label: enrollmentsText.learner, className: 'w-[28%]' },
				{ label: commonText.course },
				{ label: commonText.state, className: 'w-44' },
				{ label: commonText.price, className: 'w-28 text-right' },
				{ label: enrollmentsText.requested, className: 'w-36' },
			]}
		>
			{rows.map((row) => (
				<tr key={row.id} className="relative align-top hover:bg-sunken">
					<th scope="row" className="px-4 py-2.5 font-normal">
						<RowLink row={row} search={search} />
						<span className="block truncate text-12 text-quiet">{row.email}</span>
					</th>
					<td className="px-2 py-2.5">
						<span className="line-clamp-2">{row.course_title}</span>
					</td>
					<td className="px-2 py-2.5">
						<span className="flex flex-wrap items-center gap-1.5">
							<EnrollmentStateBadge state={row.state} />
							{row.has_proof && <ProofMark />}
						</span>
						<Attention text={row.attention} />
					</td>
					<td className="px-2 py-2.5 text-right">
						<Price price={row.price} size="small" />
					</td>
					<td className="whitespace-nowrap px-4 py-2.5 text-quiet">
						<TimeAgo time={row.created_at} />
						<span className="block truncate text-12">{row.reference}</span>
					</td>
				</tr>
			))}
		</Table>
	);
}

function EnrollmentCard({ row, search }: { row: EnrollmentListItem; search: string }) {
	return (
		<Card className="relative p-4">
			<div className="flex items-start justify-between gap-3">
				<div className="min-w-0">
					<h2 className="text-16 leading-snug">
						<RowLink row={row} search={search} />
					</h2>
					<p className="truncate text-14 text-quiet">{row.email}</p>
				</div>
				<EnrollmentStateBadge state={row.state} />
			</div>
			<p className="mt-2 text-14">{row.course_title}</p>
			<p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-12 text-quiet">
				<Price price={row.price} size="small" />
				<TimeAgo time={row.created_at} />
				{row.has_proof && <ProofMark />}
			</p>
			<Attention text={row.attention} />
		</Card>
	);
}

function RowLink({ row: { id, name }, search }: { row: EnrollmentListItem; search: string }) {
	return (
		<Link
			to={enrollmentDetailPath(id)}
			state={{ search }}
			className="block truncate font-semibold after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-leaf focus-visible:after:-outline-offset-2"
		>
			{name}
		</Link>
	);
}

function ProofMark() {
	return (
		<span className="inline-flex items-center gap-1 font-semibold text-12 text-leaf">
			<ReceiptText aria-hidden className="size-4" />
			{enrollmentsText.proof}
		</span>
	);
}

function Attention({ text }: { text: string | null }) {
	if (text === null) return null;
	return (
		<p className="mt-1.5 flex items-start gap-1.5 text-12 text-danger">
			<TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
			{text}
		</p>
	);
}
