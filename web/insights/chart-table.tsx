interface ChartTableProps {
	/** Text of the control that opens the table. */
	summary: string;
	columns: readonly [string, string];
	rows: readonly (readonly [string, string])[];
}

/** Table of the values that a chart draws, closed at first. */
export function ChartTable({ summary, columns: [first, second], rows }: ChartTableProps) {
	return (
		<details className="text-14">
			<summary className="inline-flex min-h-11 cursor-pointer items-center text-12 text-quiet underline underline-offset-4">
				{summary}
			</summary>
			<table className="w-full">
				<thead>
					<tr className="text-left text-quiet">
						<th scope="col" className="font-normal">
							{first}
						</th>
						<th scope="col" className="text-right font-normal">
							{second}
						</th>
					</tr>
				</thead>
				<tbody className="tabular-nums">
					{rows.map(([name, value]) => (
						<tr key={name} className="border-line border-t">
							<th scope="row" className="py-1 text-left font-normal">
								{name}
							</th>
							<td className="text-right">{value}</td>
						</tr>
					))}
				</tbody>
			</table>
		</details>
	);
}
