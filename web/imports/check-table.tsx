import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import * as importText from '../../text/web/import.ts';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/switch.tsx';
import { Table } from '../ui/table.tsx';
import { type ColumnName, getColumnHeading } from './columns.ts';
import type { CheckedRow } from './rows.ts';

/** Number of rows shown at first, because long tables are slow on small phones. */
const shownAtFirst = 20;

const columns = [
	{ label: importText.row, className: 'w-22' },
	{ label: importText.adAndErrors },
	{ label: importText.photos, className: 'hidden w-20 text-right md:table-cell' },
];

/** Lists the rows of the table, each with its errors by cell. */
export function CheckTable({ rows }: { rows: readonly CheckedRow[] }) {
	const [showsErrors, setShowsErrors] = useState(false);
	const [showsAll, setShowsAll] = useState(false);
	const hasErrors = rows.some(({ body }) => body === null);
	const listed = showsErrors && hasErrors ? rows.filter(({ body }) => body === null) : rows;
	const shown = showsAll ? listed : listed.slice(0, shownAtFirst);
	return (
		<>
			{hasErrors && (
				<Switch
					label={importText.onlyErrors}
					checked={showsErrors}
					onChange={({ target }) => setShowsErrors(target.checked)}
				/>
			)}
			<Table caption={importText.tableCaption} columns={columns}>
				{shown.map((row) => (
					<CheckedTableRow key={row.line} row={row} />
				))}
			</Table>
			{shown.length < listed.length && (
				<Button variant="plain" onClick={() => setShowsAll(true)}>
					{importText.showAll(listed.length)}
				</Button>
			)}
		</>
	);
}

function CheckedTableRow({ row: { line, cells, photos, problems, body } }: { row: CheckedRow }) {
	return (
		<tr>
			<td className="py-2.5 pl-4 align-top tabular-nums">
				<span className="flex items-center gap-2">
					{body ? (
						<Check role="img" aria-label={importText.good} className="size-5 shrink-0 text-leaf" />
					) : (
						<TriangleAlert role="img" aria-label={importText.hasError} className="size-5 shrink-0 text-danger" />
					)}
					{line}
				</span>
			</td>
			<td className="px-2 py-2.5 align-top">
				<span dir="auto" className="wrap-anywhere block font-semibold">
					{cells.title}
				</span>
				<ul className="flex flex-col gap-0.5 empty:hidden">
					{Object.entries(problems).map(([column, problem]) => (
						<li key={column} className="wrap-anywhere text-danger">
							<span className="font-semibold">{getColumnHeading(column as ColumnName)}</span>
							{': '}
							{problem}
						</li>
					))}
				</ul>
			</td>
			<td className="hidden px-4 py-2.5 text-right align-top tabular-nums md:table-cell">{photos.length}</td>
		</tr>
	);
}
