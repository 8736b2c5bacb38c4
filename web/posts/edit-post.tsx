import { type Ref, useImperativeHandle } from 'react';
import type { Post } from '../../contract/posts/posts.ts';
import * as commonText from '../../text/shared/common.ts';
import * as postsText from '../../text/web/posts.ts';
import { ApiForm, useApiForm } from '../data/api-form.tsx';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { TextArea } from '../ui/text-area.tsx';
import { CancelButton, UnsavedChangesQuestion, useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { countLetters, createPostTextSchema } from './post-form.ts';
import { postKindInfo } from './post-kind-info.ts';
import { useUpdatePost } from './use-post.ts';

export interface EditPostProps {
	post: Post;
	onDone: () => void;
	ref?: Ref<EditPostHandle>;
}

export interface EditPostHandle {
	/** Closes the editor like the Cancel button does: asks before it discards changes. */
	close: () => void;
}

/** Form that edits the text of a post in place. It asks before it discards unsaved changes. */
export function EditPost({ post, onDone, ref }: EditPostProps) {
	const change = useUpdatePost(post);
	const { name, letters } = postKindInfo[post.kind];
	const form = useApiForm({
		schema: createPostTextSchema(post.kind),
		defaultValues: { text: post.text },
		send: ({ text }) => change.mutateAsync(text),
		onDone,
		toMessage: getErrorMessage,
	});
	const text = form.watch('text');
	const { isConfirming, close, dismiss } = useUnsavedChanges(text !== post.text, () => !form.isSending && onDone());
	useImperativeHandle(ref, () => ({ close }));

	const buttons = (
		<>
			<UnsavedChangesQuestion isConfirming={isConfirming}>{commonText.leaveWithoutSaving}</UnsavedChangesQuestion>
			<div className="flex justify-end gap-2">
				<CancelButton isConfirming={isConfirming} disabled={form.isSending} onClick={close} />
				<Button {...form.button}>{commonText.saveChanges}</Button>
			</div>
		</>
	);
	return (
		<ApiForm form={form} submit={buttons} onKeyDown={({ key }) => key === 'Escape' && close()} className="gap-3">
			<TextArea
				label={post.kind === 'picture' ? postsText.caption : name}
				limit={letters}
				length={countLetters(text)}
				rows={post.kind === 'talk' ? 10 : 4}
				autoFocus
				disabled={form.isSending}
				{...form.field('text', { onChange: dismiss })}
			/>
		</ApiForm>
	);
}
