import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import * as adminEnrollmentsText from '../../../../contract/text/admin-enrollments.ts';
import { type EnrollmentFilter, queryOf } from '../../../enrollments/filter.ts';
import { useApi } from '../../../platform/api.ts';
import { reasonOf } from '../../../platform/reason.ts';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.ts';

/** Saves what is listed, all of it, as a table for a spreadsheet. */
export function ExportButton({ filter }: { filter: EnrollmentFilter }) {
	const api = useApi();
	const exporting = useMutation({
		mutationFn: () => api.exportEnrollments({ query: queryOf(filter) }),
		onSuccess: ({ file_name, csv }) => saveFile(file_name, csv),
		onError: (error) => toast(reasonOf(error), 'error'),
	});
	return (
		<Button look="quiet" loading={exporting.isPending} onClick={() => exporting.mutate()}>
			{!exporting.isPending && <Download aria-hidden className="size-5" />}
			{adminEnrollmentsText.exportCsv}
		</Button>
	);
}

function saveFile(name: string, csv: string) {
	const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
	const link = document.createElement('a');
	link.href = url;
	link.download = name;
	link.click();
	// The browser takes the file in its own time.
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
