import { type EnrollmentDetail, noteFormSchema } from '../../../contract/enrollments/enrollments.ts';
import * as enrollmentLimits from '../../../contract/enrollments/limits.ts';
import * as adminEnrollmentsText from '../../../text/web/admin-enrollments.ts';
import { ApiForm, useApiForm } from '../../data/api-form.tsx';
import { formatDateTime } from '../../platform/dates.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { toast } from '../../ui/toast.ts';
import { useUpdateEnrollment } from './queries.ts';

/** Notes of administrators on an enrollment. Learners never see them. */
export function Notes({ id, notes }: { id: string; notes: EnrollmentDetail['notes'] }) {
	const update = useUpdateEnrollment(id);
	const form = useApiForm({
		schema: noteFormSchema,
		defaultValues: { note: '' },
		send: (note) => update.mutateAsync(note),
		onDone: () => {
			form.reset();
			toast(adminEnrollmentsText.noteAdded);
		},
		toMessage: getErrorMessage,
	});
	const button = (
		<Button {...form.button} variant="quiet" className="self-start">
			{adminEnrollmentsText.addNote}
		</Button>
	);

	return (
		<Card className="p-4">
			<h2 className="mb-2 text-16">{adminEnrollmentsText.notes}</h2>
			{notes.length > 0 && (
				<ul className="mb-4 flex flex-col gap-2">
					{notes.map(({ text, by, at }) => (
						<li key={`${at} ${text}`} className="rounded-control bg-sunken px-3 py-2 text-14">
							<p dir="auto" className="whitespace-pre-line break-words">
								{text}
							</p>
							<p className="mt-1 text-12 text-quiet">
								{by}, <time dateTime={at}>{formatDateTime(at)}</time>
							</p>
						</li>
					))}
				</ul>
			)}
			<ApiForm form={form} submit={button} className="gap-3">
				<TextArea
					label={adminEnrollmentsText.note}
					hint={adminEnrollmentsText.noteHint}
					rows={2}
					limit={enrollmentLimits.enrollmentNote.max}
					length={form.watch('note').trim().length}
					{...form.field('note')}
				/>
			</ApiForm>
		</Card>
	);
}
