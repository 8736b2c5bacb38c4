import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Comment } from '../../contract/comments/comments.ts';
import * as commentLimits from '../../contract/comments/limits.ts';
import { profilePath } from '../../contract/core/page-paths.ts';
import * as commonText from '../../text/shared/common.ts';
import * as commentsText from '../../text/web/comments.ts';
import { useReportDialog } from '../moderation/report-context.ts';
import { useActor } from '../platform/actor.ts';
import { TimeAgo } from '../platform/time-ago.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { LazyConfirmDialog } from '../ui/lazy-confirm-dialog.ts';
import { TextArea } from '../ui/text-area.tsx';
import { CancelButton, UnsavedChangesQuestion, useUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { Composer, validateComment } from './composer.tsx';
import { useDeleteComment, useEditComment } from './mutations.ts';
import type { CommentTarget } from './queries.ts';

export interface CommentsProps extends CommentTarget {
	/** Number of comments on the ad or post, to which additions and deletions are applied. */
	count: number;
}

interface CommentItemProps extends CommentsProps {
	comment: Comment;
	/** Renders the replies once the user opens them. Undefined for a reply, because replies do not nest. */
	children?: (replying: boolean) => ReactNode;
}

type ItemMode = 'editing' | 'deleting' | null;

const actionClasses =
	'inline-flex min-h-11 items-center rounded-control px-2 font-semibold text-14 text-quiet transition-colors hover:bg-sunken hover:text-ink';

export function CommentItem(props: CommentItemProps) {
	const { comment, target, id, count, children } = props;
	const { author, replies } = comment;
	const actor = useActor();
	const report = useReportDialog();
	const [mode, setMode] = useState<ItemMode>(null);
	const [rejectedText, setRejectedText] = useState<string | null>(null);
	const [replying, setReplying] = useState(false);
	const [open, setOpen] = useState(false);
	const field = useRef<HTMLTextAreaElement>(null);
	const reply = useRef<HTMLButtonElement>(null);
	const edit = useEditComment();
	const deletion = useDeleteComment();
	const name = author.display_name || author.user_name;
	const isSending = comment.id < 0;
	const own = actor?.user_name === author.user_name;

	useEffect(() => {
		if (replying) field.current?.focus();
	}, [replying]);

	function stopReplying() {
		// When replying ends, the focus returns to the reply button, unless it has already left the reply field.
		if (document.activeElement === field.current) reply.current?.focus();
		setReplying(false);
	}

	function save(text: string) {
		setMode(null);
		edit.mutateAsync({ comment, text }).then(
			() => setRejectedText(null),
			() => {
				setRejectedText(text);
				setMode((other) => other ?? 'editing');
			},
		);
	}

	function stopEditing() {
		setRejectedText(null);
		setMode(null);
	}

	return (
		<article
			aria-label={children ? commentsText.commentFrom(name) : commentsText.replyFrom(name)}
			className="flex gap-3"
		>
			<Avatar name={name} image={author.user_image} size={children ? 'medium' : 'small'} />
			<div className="min-w-0 flex-1">
				<p className="flex flex-wrap items-center gap-x-2 text-14">
					<Link
						to={profilePath(author.user_name)}
						className="-my-2.5 inline-flex min-h-11 min-w-0 items-center font-semibold hover:text-leaf"
					>
						<span className="truncate">{name}</span>
					</Link>
					<span className="text-quiet">
						{isSending ? commentsText.sending : <TimeAgo time={comment.created_at} />}
						{comment.edited_at !== null && ` · ${commonText.edited}`}
					</span>
				</p>
				{mode === 'editing' ? (
					<Editor comment={comment} rejectedText={rejectedText} onSave={save} onClose={stopEditing} />
				) : (
					<p className="whitespace-pre-line">{comment.text}</p>
				)}
				{!isSending && mode !== 'editing' && (
					<div className="-ml-2 flex flex-wrap">
						{children && (
							<button
								ref={reply}
								type="button"
								aria-label={commentsText.replyTo(name)}
								onClick={() => {
									setReplying(true);
									field.current?.focus();
								}}
								className={actionClasses}
							>
								{commonText.reply}
							</button>
						)}
						{own && (
							<>
								<button type="button" onClick={() => setMode('editing')} className={actionClasses}>
									{commonText.edit}
								</button>
								<button type="button" onClick={() => setMode('deleting')} className={actionClasses}>
									{commonText.deleteIt}
								</button>
							</>
						)}
						{!own && (
							<button
								type="button"
								aria-label={commentsText.reportFrom(name)}
								onClick={() => report({ kind: 'comment', id: comment.id, what: 'comment' })}
								className={actionClasses}
							>
								{commentsText.report}
							</button>
						)}
						{children && replies > 0 && (
							<button
								type="button"
								aria-expanded={open}
								onClick={() => setOpen(!open)}
								className={`${actionClasses} text-leaf hover:text-leaf`}
							>
								{open ? commentsText.hideReplies : commentsText.replyCount(replies)}
							</button>
						)}
					</div>
				)}
				{children && (open || replying) && (
					<div className="mt-1 mb-2 flex flex-col gap-3">
						{open && children(replying)}
						{replying && (
							<Composer
								label={commentsText.replyTo(name)}
								target={target}
								id={id}
								parentId={comment.id}
								count={count}
								fieldRef={field}
								onSent={() => setOpen(true)}
								onDone={stopReplying}
								onCancel={stopReplying}
							/>
						)}
					</div>
				)}
				{mode === 'deleting' && (
					<LazyConfirmDialog
						title={children ? commentsText.deleteCommentTitle : commentsText.deleteReplyTitle}
						description={replies > 0 ? commentsText.deleteWithRepliesWarning : commentsText.deleteWarning}
						action={commonText.deleteIt}
						danger
						onConfirm={() => {
							setMode(null);
							deletion.mutate({ comment, count });
						}}
						onClose={() => setMode(null)}
					/>
				)}
			</div>
		</article>
	);
}

interface EditorProps {
	comment: Comment;
	/** Text of an edit that the server rejected. The text fills the edit field again. */
	rejectedText: string | null;
	onSave: (text: string) => void;
	onClose: () => void;
}

function Editor({ comment, rejectedText, onSave, onClose }: EditorProps) {
	const [text, setText] = useState(rejectedText ?? comment.text);
	const [error, setError] = useState<string>();
	const field = useRef<HTMLTextAreaElement>(null);
	const { isConfirming, close, dismiss } = useUnsavedChanges(text !== comment.text, onClose);
	useEffect(() => {
		// The editor of a rejected edit opens without a tap, so it must not take the focus from another field.
		if (rejectedText === null || document.activeElement === document.body) field.current?.focus();
	}, [rejectedText]);
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				const problem = validateComment(text);
				setError(problem);
				if (problem) return;
				if (text.trim() === comment.text) onClose();
				else onSave(text);
			}}
			className="flex flex-col gap-2"
		>
			<TextArea
				ref={field}
				label={commentsText.yourComment}
				rows={3}
				limit={commentLimits.comment.max}
				length={text.length}
				value={text}
				error={error}
				onChange={(event) => {
					setText(event.target.value);
					dismiss();
				}}
				onKeyDown={(event) => event.key === 'Escape' && close()}
			/>
			<UnsavedChangesQuestion isConfirming={isConfirming}>{commonText.leaveWithoutSaving}</UnsavedChangesQuestion>
			<div className="flex justify-end gap-2">
				<CancelButton isConfirming={isConfirming} onClick={close} />
				<Button type="submit">{commonText.save}</Button>
			</div>
		</form>
	);
}
