import { Check, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import * as importText from '../../../contract/text/import.ts';
import { type ColumnName, getColumnHeading } from '../../imports/columns.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Table } from '../../ui/table.tsx';
import type { CheckedRow } from './rows.ts';

/** Number of rows shown at first, because long tables are slow on small phones. */
const shownAtFirst = 20;

const columns = [
	{ label: importText.row, className: 'w-16' },
	{ label: getColumnHeading('title') },
	{ label: importText.photos, className: 'w-18 text-right' },
	{ label: importText.status, className: 'w-16 text-right' },
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
			<td className="px-4 py-2.5 align-top tabular-nums">{line}</td>
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
			<td className="px-2 py-2.5 text-right align-top tabular-nums">{photos.length}</td>
			<td className="px-4 py-2.5 text-right align-top">
				{body ? (
					<Check role="img" aria-label={importText.good} className="ml-auto size-5 text-leaf" />
				) : (
					<TriangleAlert role="img" aria-label={importText.hasError} className="ml-auto size-5 text-danger" />
				)}
			</td>
		</tr>
	);
}
