import { lazy, Suspense, useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classes } from '../../../ui/classes.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import type { LessonTextState } from './use-lesson-text.ts';

const LessonText = lazy(async () => ({ default: (await import('../../../courses/markdown.tsx')).LessonText }));

/** A module's text: written in Markdown and looked at. */
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
					Text
				</h2>
				<div className="flex gap-1 rounded-control bg-sunken p-1">
					<Face label="Write" chosen={!preview} onChoose={() => setPreview(false)} />
					<Face label="Preview" chosen={preview} onChoose={() => setPreview(true)} />
				</div>
			</div>
			{restored && (
				<p className="rounded-control bg-marigold-soft px-3.5 py-3 text-14">
					This is what you wrote here last time. It is not saved yet.
				</p>
			)}
			{preview ? (
				<Card className="min-h-96 p-4 md:p-6">
					{length === 0 ? (
						<p className="text-quiet">Nothing is written yet.</p>
					) : (
						<Suspense fallback={<Skeleton className="h-64" />}>
							<LessonText text={text} />
						</Suspense>
					)}
				</Card>
			) : (
				<TextArea
					label="Lesson"
					hint="Markdown: # heading, **bold**, - list, [words](https://address), ``` before and after code."
					rows={18}
					value={text}
					onChange={(event) => editing.type(event.target.value)}
					limit={limits.moduleText.max}
					length={length}
					error={tooLong ? `At most ${limits.moduleText.max.toLocaleString('en')} characters` : undefined}
					spellCheck
					className="font-mono text-14"
				/>
			)}
			<FormError>{problem}</FormError>
			<div className="flex flex-wrap gap-2">
				<Button loading={saving} disabled={!changed || tooLong} onClick={() => void editing.submit()}>
					Save the text
				</Button>
				{changed && (
					<Button look="quiet" disabled={saving} onClick={() => setDiscarding(true)}>
						Discard changes
					</Button>
				)}
			</div>
			<ConfirmDialog
				open={discarding}
				title="Discard your changes?"
				description="The text goes back to what learners see now."
				action="Discard"
				danger
				onConfirm={discard}
				onClose={() => setDiscarding(false)}
			/>
		</section>
	);
}

function Face({ label, chosen, onChoose }: { label: string; chosen: boolean; onChoose: () => void }) {
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
