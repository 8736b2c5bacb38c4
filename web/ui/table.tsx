import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { classes } from './classes.ts';
import { SkeletonRows } from './skeleton.tsx';

interface Column {
	label: string;
	/** Whether only screen readers get the label. */
	visuallyHidden?: boolean;
	className?: string;
}

interface TableProps {
	/** What the table lists and in which order, for screen readers only. */
	caption: string;
	columns: readonly Column[];
	children: ReactNode;
}

/** A table on a card. Columns without a width share the remaining space. */
export function Table({ caption, columns, children }: TableProps) {
	return (
		<Card className="overflow-hidden">
			<table className="w-full table-fixed text-left text-14">
				<caption className="sr-only">{caption}</caption>
				<thead>
					<tr className="border-line border-b text-12 text-quiet">
						{columns.map(({ label, visuallyHidden, className }) => (
							<th
								key={label}
								scope="col"
								className={classes('px-2 py-2.5 font-semibold first:px-4 last:px-4', className)}
							>
								{visuallyHidden ? <span className="sr-only">{label}</span> : label}
							</th>
						))}
					</tr>
				</thead>
				<tbody className="divide-y divide-line">{children}</tbody>
			</table>
		</Card>
	);
}

/** A placeholder for a table. `className` sets the size of rows, and of cards on small screens. */
export function TableSkeleton({ className }: { className: string }) {
	return <SkeletonRows rows={6} gap="gap-3 wide:gap-1" className={classes('rounded-card', className)} />;
}
