import { type FormEvent, type Ref, useImperativeHandle, useState } from 'react';
import type { Post } from '../../contract/posts.ts';
import * as commonText from '../../contract/text/common.ts';
import * as postsText from '../../contract/text/posts.ts';
import { reasonOf } from '../platform/reason.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { LeavingButton, LeavingQuestion, useLeaving } from '../ui/leaving.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { kinds } from './kinds.ts';
import { lettersOf, textProblem } from './post-form.ts';
import { useUpdatePost } from './use-post.ts';

export interface EditPostProps {
	post: Post;
	onDone: () => void;
	/** Closes it from outside. */
	ref?: Ref<EditPostHandle>;
}

export interface EditPostHandle {
	/** As Cancel does. */
	close: () => void;
}

/** Changes the text of an own post, in its place. Asks before something typed is thrown away. Loaded when it is asked for. */
export function EditPost({ post, onDone, ref }: EditPostProps) {
	const [text, setText] = useState(post.text);
	const [tried, setTried] = useState(false);
	const change = useUpdatePost(post);
	const { name, letters } = kinds[post.kind];
	const problem = textProblem(post.kind, text);
	const { asking, close, stay } = useLeaving(text !== post.text, () => !change.isPending && onDone());
	useImperativeHandle(ref, () => ({ close }));

	function submit(event: FormEvent) {
		event.preventDefault();
		setTried(true);
		if (!problem) change.mutate(text, { onSuccess: onDone });
	}

	return (
		<form
			noValidate
			onSubmit={submit}
			onKeyDown={({ key }) => key === 'Escape' && close()}
			className="flex flex-col gap-3"
		>
			<TextArea
				label={post.kind === 'picture' ? postsText.caption : name}
				limit={letters}
				length={lettersOf(text)}
				rows={post.kind === 'talk' ? 10 : 4}
				error={tried && problem ? problem : undefined}
				value={text}
				autoFocus
				disabled={change.isPending}
				onChange={({ target }) => {
					setText(target.value);
					stay();
				}}
			/>
			<FormError>{change.isError && reasonOf(change.error)}</FormError>
			<LeavingQuestion asking={asking}>{commonText.leaveWithoutSaving}</LeavingQuestion>
			<div className="flex justify-end gap-2">
				<LeavingButton asking={asking} disabled={change.isPending} onClick={close} />
				<Button type="submit" loading={change.isPending}>
					{commonText.saveChanges}
				</Button>
			</div>
		</form>
	);
}
