import type { MoveProgress } from '../../server/operator/moving/index.ts';

const labels = {
	check: 'Checking the files of the export',
	rows: 'Rows',
	compare: 'Comparing the tables',
	files: 'Files',
	search: 'Building the search',
} satisfies Record<MoveProgress['step'], string>;

/** Returns the progress of a move as a line for people. */
export function formatProgress({ step, done, total }: MoveProgress): string {
	const format = (count: number) => count.toLocaleString('en');
	return `${labels[step]}: ${format(done)}${total === null ? '' : ` of ${format(total)}`}`;
}
