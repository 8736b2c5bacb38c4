import { type FormEvent, useState } from 'react';
import type { EnrollmentDetail } from '../../../../contract/enrollments.ts';
import { limits } from '../../../../contract/limits.ts';
import * as adminEnrollmentsText from '../../../../contract/text/admin-enrollments.ts';
import * as validationText from '../../../../contract/text/validation.ts';
import { useUpdateEnrollment } from '../../../enrollments/desk-queries.ts';
import { momentOf } from '../../../platform/dates.ts';
import { reasonOf } from '../../../platform/reason.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast.ts';

/** What administrators write down for each other. The learner never sees it. */
export function Notes({ id, notes }: { id: string; notes: EnrollmentDetail['notes'] }) {
	const update = useUpdateEnrollment(id);
	const [text, setText] = useState('');
	const [problem, setProblem] = useState<string | undefined>();
	const length = text.trim().length;

	function add(event: FormEvent) {
		event.preventDefault();
		const wrong = length === 0 ? validationText.noteMissing : problemOf(length);
		setProblem(wrong);
		if (wrong) return;
		update.mutate(
			{ note: text },
			{
				onSuccess: () => {
					setText('');
					toast(adminEnrollmentsText.noteAdded);
				},
			},
		);
	}

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
								{by}, <time dateTime={at}>{momentOf(at)}</time>
							</p>
						</li>
					))}
				</ul>
			)}
			<form noValidate onSubmit={add} className="flex flex-col gap-3">
				<TextArea
					label={adminEnrollmentsText.note}
					hint={adminEnrollmentsText.noteHint}
					rows={2}
					limit={limits.enrollmentNote.max}
					length={length}
					value={text}
					error={problem ?? problemOf(length)}
					onChange={({ target }) => {
						setText(target.value);
						setProblem(undefined);
					}}
				/>
				<FormError>{update.isError && reasonOf(update.error)}</FormError>
				<Button type="submit" look="quiet" loading={update.isPending} className="self-start">
					{adminEnrollmentsText.addNote}
				</Button>
			</form>
		</Card>
	);
}

function problemOf(length: number): string | undefined {
	return length > limits.enrollmentNote.max ? validationText.atMostCharacters(limits.enrollmentNote.max) : undefined;
}
