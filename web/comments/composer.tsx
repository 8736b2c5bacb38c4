import { Send } from 'lucide-react';
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from 'react';
import * as commentLimits from '../../contract/comments/limits.ts';
import { cleanText } from '../../contract/core/clean-text.ts';
import * as commonText from '../../text/shared/common.ts';
import * as commentsText from '../../text/web/comments.ts';
import { useActor } from '../platform/actor.ts';
import { generateRandomKey } from '../platform/random-key.ts';
import { useLoginPrompt } from '../platform/visitor-intent.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { CancelButton, UnsavedChangesQuestion, useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { type NewComment, useAddComment } from './mutations.ts';
import type { CommentTarget } from './queries.ts';

/** Question that a tap elsewhere on the page puts into the form; empty if the user writes it. Each tap makes a new object. */
export interface DraftedQuestion {
	text: string;
}

interface ComposerProps extends CommentTarget {
	label: string;
	/** Comment to reply to; null for a top-level comment. */
	parentId: number | null;
	count: number;
	fieldRef?: Ref<HTMLTextAreaElement>;
	question?: DraftedQuestion | null;
	/** Callback when sending starts. */
	onSent?: () => void;
	/** Callback when the comment is saved or queued. */
	onDone?: () => void;
	onCancel?: () => void;
}

/** Form for a comment or a reply. It asks a visitor to log in on submit, and asks before it discards typed text. */
export function Composer({
	label,
	target,
	id,
	parentId,
	count,
	fieldRef,
	question,
	onSent,
	onDone,
	onCancel,
}: ComposerProps) {
	const [text, setText] = useState('');
	const [error, setError] = useState<string>();
	const [announcement, setAnnouncement] = useState('');
	const lastAttempt = useRef({ text: '', key: '' });
	const actor = useActor();
	const promptLogin = useLoginPrompt();
	const add = useAddComment();
	const { isConfirming, close, dismiss } = useUnsavedChanges(text.trim() !== '', () => onCancel?.());

	const form = useRef<HTMLFormElement>(null);
	const lastQuestion = useRef('');

	useEffect(() => {
		if (!question) return;
		form.current?.scrollIntoView({ block: 'center' });
		form.current?.querySelector('textarea')?.focus({ preventScroll: true });
		if (question.text === '') return;
		// Text that the user has typed stays.
		setText((current) => (current === '' || current === lastQuestion.current ? question.text : current));
		lastQuestion.current = question.text;
	}, [question]);

	function send() {
		// An empty text during sending means a second tap on the send button.
		if (text === '' && add.isPending) return;
		const problem = validateComment(text);
		setError(problem);
		if (problem) return;
		// A retry of the same text reuses the idempotency key, so that a lost response adds no second comment.
		if (lastAttempt.current.text !== text) lastAttempt.current = { text, key: generateRandomKey() };
		const newComment: NewComment = { target, id, text, parentId, count, key: lastAttempt.current.key };
		if (!actor) {
			promptLogin(parentId === null ? commentsText.toComment : commentsText.toReply, {
				action: 'comment',
				input: newComment,
			});
			return;
		}
		setText('');
		setAnnouncement('');
		onSent?.();
		add.mutateAsync(newComment).then(
			() => {
				lastAttempt.current = { text: '', key: '' };
				setAnnouncement(commentsText.sent);
				onDone?.();
			},
			() => setText((newer) => newer || text),
		);
	}

	function onKeyDown(event: KeyboardEvent) {
		if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
		if (event.key === 'Escape' && onCancel) close();
	}

	return (
		<form
			ref={form}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				send();
			}}
			className="flex flex-col gap-2"
		>
			<TextArea
				ref={fieldRef}
				label={label}
				rows={2}
				value={text}
				error={error}
				{...(text.length > 0 && { limit: commentLimits.comment.max, length: text.length })}
				onChange={(event) => {
					setText(event.target.value);
					setError(undefined);
					dismiss();
				}}
				onKeyDown={onKeyDown}
			/>
			<UnsavedChangesQuestion isConfirming={isConfirming}>{commentsText.leaveWithoutSending}</UnsavedChangesQuestion>
			<div className="flex justify-end gap-2">
				{onCancel && <CancelButton isConfirming={isConfirming} onClick={close} />}
				<Button type="submit">
					<Send aria-hidden className="size-4.5" />
					{commentsText.send}
				</Button>
			</div>
			<span role="status" className="sr-only">
				{announcement}
			</span>
		</form>
	);
}

/** Returns the validation message for a comment's text; undefined if the text is valid. */
export function validateComment(text: string): string | undefined {
	const { length } = cleanText(text).trim();
	if (length === 0) return commonText.writeSomething;
	if (length > commentLimits.comment.max) return commentsText.tooLong(commentLimits.comment.max);
	return undefined;
}
