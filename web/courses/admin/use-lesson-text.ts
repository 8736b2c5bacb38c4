import { useState } from 'react';
import * as courseLimits from '../../../contract/courses/limits.ts';
import * as adminCoursesText from '../../../text/web/admin-courses.ts';
import { getErrorMessage } from '../../platform/error-message.ts';
import { toast } from '../../ui/toast.ts';
import { readLessonDraft, writeLessonDraft } from '../lesson-draft.ts';

export type LessonTextState = ReturnType<typeof useLessonText>;

/** Edits the text of a course module. Unsaved text is stored on this device under `key`. */
export function useLessonText(key: string, saved: string, save: (text: string) => Promise<void>) {
	/** Edited text of the course module; null if nothing was edited. */
	const [typed, setTyped] = useState(() => readLessonDraft(key));
	const [restored, setRestored] = useState(typed !== null);
	const [saving, setSaving] = useState(false);
	const [problem, setProblem] = useState<string | null>(null);

	const text = typed ?? saved;
	/** Number of characters that count, because the server trims the text. */
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
			// Text typed while saving stays as an unsaved change.
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
		tooLong: length > courseLimits.moduleText.max,
		/** True if the text is a draft restored from this device. */
		restored: restored && changed,
		saving,
		problem,
		type,
		submit,
		discard,
	};
}
