import { type FormEvent, useState } from 'react';
import type { Post } from '../../contract/posts.ts';
import { reasonOf } from '../platform/reason.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { kinds } from './kinds.ts';
import { lettersOf, textProblem } from './post-form.ts';
import { useUpdatePost } from './use-post.ts';

export interface EditPostProps {
	post: Post;
	onDone: () => void;
}

/** Changes the text of an own post, in its place. Loaded when it is asked for. */
export function EditPost({ post, onDone }: EditPostProps) {
	const [text, setText] = useState(post.text);
	const [tried, setTried] = useState(false);
	const change = useUpdatePost(post);
	const { name, letters } = kinds[post.kind];
	const problem = textProblem(post.kind, text);

	function submit(event: FormEvent) {
		event.preventDefault();
		setTried(true);
		if (!problem) change.mutate(text, { onSuccess: onDone });
	}

	return (
		<form
			noValidate
			onSubmit={submit}
			onKeyDown={({ key }) => key === 'Escape' && !change.isPending && onDone()}
			className="flex flex-col gap-3"
		>
			<TextArea
				label={post.kind === 'picture' ? 'Caption' : name}
				limit={letters}
				length={lettersOf(text)}
				rows={post.kind === 'talk' ? 10 : 4}
				error={tried && problem ? problem : undefined}
				value={text}
				autoFocus
				disabled={change.isPending}
				onChange={({ target }) => setText(target.value)}
			/>
			<FormError>{change.isError && reasonOf(change.error)}</FormError>
			<div className="flex justify-end gap-2">
				<Button look="quiet" disabled={change.isPending} onClick={onDone}>
					Cancel
				</Button>
				<Button type="submit" loading={change.isPending}>
					Save changes
				</Button>
			</div>
		</form>
	);
}
