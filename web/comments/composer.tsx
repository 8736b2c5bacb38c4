import { Send } from 'lucide-react';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { limits } from '../../contract/limits.ts';
import * as commentsText from '../../contract/text/comments.ts';
import * as commonText from '../../contract/text/common.ts';
import { useActor } from '../platform/actor.ts';
import { useAskToLogIn } from '../platform/intent.ts';
import { randomKey } from '../platform/random-key.ts';
import { Button } from '../ui/button.tsx';
import { LeavingButton, LeavingQuestion, useLeaving } from '../ui/leaving.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { type NewComment, useAddComment } from './changes.ts';
import type { Commented } from './queries.ts';

interface ComposerProps extends Commented {
	label: string;
	/** Null for a comment of its own. */
	parentId: number | null;
	/** Comments there are, as the header says. */
	count: number;
	fieldRef?: Ref<HTMLTextAreaElement>;
	/** It is on its way. */
	onSent?: () => void;
	/** It has arrived. */
	onDone?: () => void;
	onCancel?: () => void;
}

/**
 * Where a comment or a reply is written. A visitor writes first and is then asked to log in. Asks before something typed is thrown
 * away.
 */
export function Composer({ label, target, id, parentId, count, fieldRef, onSent, onDone, onCancel }: ComposerProps) {
	const [text, setText] = useState('');
	const [error, setError] = useState<string>();
	const [said, setSaid] = useState('');
	const tried = useRef({ text: '', key: '' });
	const actor = useActor();
	const ask = useAskToLogIn();
	const add = useAddComment();
	const { asking, close, stay } = useLeaving(text.trim() !== '', () => onCancel?.());

	function send() {
		// A second tap: what was written is on its way.
		if (text === '' && add.isPending) return;
		const problem = problemOf(text);
		setError(problem);
		if (problem) return;
		// The same text sent again after a lost answer is the same comment.
		if (tried.current.text !== text) tried.current = { text, key: randomKey() };
		const wanted: NewComment = { target, id, text, parentId, count, key: tried.current.key };
		if (!actor) {
			ask(parentId === null ? commentsText.toComment : commentsText.toReply, { action: 'comment', input: wanted });
			return;
		}
		setText('');
		setSaid('');
		onSent?.();
		add.mutateAsync(wanted).then(
			() => {
				tried.current = { text: '', key: '' };
				setSaid(commentsText.sent);
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
				{...(text.length > 0 && { limit: limits.comment.max, length: text.length })}
				onChange={(event) => {
					setText(event.target.value);
					setError(undefined);
					stay();
				}}
				onKeyDown={onKeyDown}
			/>
			<LeavingQuestion asking={asking}>{commentsText.leaveWithoutSending}</LeavingQuestion>
			<div className="flex justify-end gap-2">
				{onCancel && <LeavingButton asking={asking} onClick={close} />}
				<Button type="submit">
					<Send aria-hidden className="size-4.5" />
					{commentsText.send}
				</Button>
			</div>
			<span role="status" className="sr-only">
				{said}
			</span>
		</form>
	);
}

/** What keeps a text from being a comment. */
export function problemOf(text: string): string | undefined {
	if (text.trim() === '') return commonText.writeSomething;
	if (text.trim().length > limits.comment.max) return commentsText.tooLong(limits.comment.max);
	return undefined;
}
