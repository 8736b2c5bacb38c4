import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import * as moderationLimits from '../../contract/moderation/limits.ts';
import type { ReportReason, ReportTarget } from '../../contract/moderation/moderation.ts';
import * as validationText from '../../text/shared/validation.ts';
import * as reportText from '../../text/web/report.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form-error.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { toast } from '../ui/toast.ts';

export interface ReportSubject {
	kind: ReportTarget;
	id: number;
	/** Noun for what is reported, such as 'ad' or 'comment'. */
	what: string;
}

export function ReportDialog({ reported, onClose }: { reported: ReportSubject; onClose: () => void }) {
	const api = useApi();
	const [reason, setReason] = useState<ReportReason | null>(null);
	const [note, setNote] = useState('');
	const [missing, setMissing] = useState(false);
	const sendReport = useMutation({
		mutationFn: (reason: ReportReason) =>
			api.report({
				body: {
					target: { kind: reported.kind, id: reported.id },
					reason,
					...(note.trim() !== '' && { note: note.trim() }),
				},
			}),
		onSuccess: () => {
			toast(reportText.thanks);
			onClose();
		},
	});
	const tooLong = note.trim().length > moderationLimits.reportNote.max;
	return (
		<Dialog open onClose={onClose} title={reportText.title(reported.what)} description={reportText.hint}>
			<form
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					setMissing(reason === null);
					if (reason !== null && !tooLong) sendReport.mutate(reason);
				}}
				className="flex flex-col gap-4"
			>
				<fieldset aria-describedby={missing ? 'report-missing' : undefined}>
					<legend className="sr-only">{reportText.reason}</legend>
					{Object.entries(reportText.reasons).map(([value, words]) => (
						<label
							key={value}
							className="flex min-h-11 items-center gap-3 rounded-control px-2 hover:bg-sunken has-checked:bg-leaf-soft"
						>
							<input
								type="radio"
								name="reason"
								value={value}
								checked={reason === value}
								onChange={() => {
									setReason(value as ReportReason);
									setMissing(false);
								}}
								className="size-5 shrink-0 accent-leaf"
							/>
							{words}
						</label>
					))}
				</fieldset>
				<TextArea
					label={reportText.note}
					optional
					rows={3}
					limit={moderationLimits.reportNote.max}
					length={note.length}
					value={note}
					error={tooLong ? validationText.atMostCharacters(moderationLimits.reportNote.max) : undefined}
					onChange={(event) => setNote(event.target.value)}
				/>
				<FormError>
					{missing ? (
						<span id="report-missing">{validationText.reasonMissing}</span>
					) : (
						sendReport.error && getErrorMessage(sendReport.error)
					)}
				</FormError>
				<Button type="submit" fullWidth loading={sendReport.isPending}>
					{reportText.send}
				</Button>
			</form>
		</Dialog>
	);
}
