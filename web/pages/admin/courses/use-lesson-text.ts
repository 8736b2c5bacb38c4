import { useState } from 'react';
import { limits } from '../../../../contract/limits.ts';
import * as adminCoursesText from '../../../../contract/text/admin-courses.ts';
import { readLessonDraft, writeLessonDraft } from '../../../courses/lesson-draft.ts';
import { getErrorMessage } from '../../../platform/error-message.ts';
import { toast } from '../../../ui/toast.ts';

export type LessonTextState = ReturnType<typeof useLessonText>;

/** A module's text while it is being changed. What is typed stays on the device under `key` until it is saved. */
export function useLessonText(key: string, saved: string, save: (text: string) => Promise<void>) {
	/** Null while nothing is changed. */
	const [typed, setTyped] = useState(() => readLessonDraft(key));
	const [restored, setRestored] = useState(typed !== null);
	const [saving, setSaving] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);

	const text = typed ?? saved;
	/** The server trims it. */
	const length = text.trim().length;
	const changed = typed !== null && typed.trim() !== saved;

	function type(next: string | null) {
		setTyped(next);
		writeLessonDraft(key, next);
		setProblem(null);
	}

	async function submit() {
		setSaving(true);
		setProblem(null);
		try {
			await save(text);
			// What was typed while it was being saved is still to be saved.
			setTyped((now) => (now === text ? null : now));
			if (readLessonDraft(key) === text) writeLessonDraft(key, null);
			setRestored(false);
			toast(adminCoursesText.textSaved);
		} catch (error) {
			setProblem(getErrorMessage(error));
		} finally {
			setSaving(false);
		}
	}

	function discard() {
		type(null);
		setRestored(false);
	}

	return {
		text,
		length,
		changed,
		tooLong: length > limits.moduleText.max,
		/** It was begun on this device before. */
		restored: restored && changed,
		saving,
		problem,
		type,
		submit,
		discard,
	};
}
