import { Suspense, useState } from 'react';
import * as courseLimits from '../../../contract/courses/limits.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as adminCoursesText from '../../../text/web/admin-courses.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { LessonTextState } from './use-lesson-text.ts';

const LessonText = lazyComponent(async () => (await import('../markdown.tsx')).LessonText);

export function TextEditor({ editing }: { editing: LessonTextState }) {
	const { text, length, changed, tooLong, restored, saving, problem } = editing;
	const [preview, setPreview] = useState(false);
	const [discarding, setDiscarding] = useState(false);

	function discard() {
		editing.discard();
		setDiscarding(false);
	}

	return (
		<section aria-labelledby="lesson-text" className="flex flex-col gap-3">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<h2 id="lesson-text" className="text-18">
					{adminCoursesText.text}
				</h2>
				<div className="flex gap-1 rounded-control bg-sunken p-1">
					<ModeButton label={adminCoursesText.write} chosen={!preview} onChoose={() => setPreview(false)} />
					<ModeButton label={adminCoursesText.preview} chosen={preview} onChoose={() => setPreview(true)} />
				</div>
			</div>
			{restored && (
				<p className="rounded-control bg-marigold-soft px-3.5 py-3 text-14">{adminCoursesText.draftRestored}</p>
			)}
			{preview ? (
				<Card className="min-h-96 p-4 md:p-6">
					{length === 0 ? (
						<p className="text-quiet">{adminCoursesText.previewEmpty}</p>
					) : (
						<Suspense fallback={<Skeleton className="h-64" />}>
							<LessonText text={text} />
						</Suspense>
					)}
				</Card>
			) : (
				<TextArea
					label={adminCoursesText.lesson}
					hint={adminCoursesText.markdownHint}
					rows={18}
					value={text}
					onChange={(event) => editing.type(event.target.value)}
					limit={courseLimits.moduleText.max}
					length={length}
					error={tooLong ? validationText.atMostCharacters(courseLimits.moduleText.max) : undefined}
					spellCheck
					className="font-mono text-14"
				/>
			)}
			<FormError>{problem}</FormError>
			<div className="flex flex-wrap gap-2">
				<Button loading={saving} disabled={!changed || tooLong} onClick={() => void editing.submit()}>
					{adminCoursesText.saveText}
				</Button>
				{changed && (
					<Button variant="quiet" disabled={saving} onClick={() => setDiscarding(true)}>
						{adminCoursesText.discardChanges}
					</Button>
				)}
			</div>
			<ConfirmDialog
				open={discarding}
				title={adminCoursesText.discardQuestion}
				description={adminCoursesText.discardConsequence}
				action={commonText.discard}
				danger
				onConfirm={discard}
				onClose={() => setDiscarding(false)}
			/>
		</section>
	);
}

function ModeButton({ label, chosen, onChoose }: { label: string; chosen: boolean; onChoose: () => void }) {
	return (
		<button
			type="button"
			aria-pressed={chosen}
			onClick={onChoose}
			className={classes(
				'min-h-11 rounded-control px-4 font-semibold text-14',
				chosen ? 'bg-card shadow-soft' : 'text-quiet hover:text-ink',
			)}
		>
			{label}
		</button>
	);
}
