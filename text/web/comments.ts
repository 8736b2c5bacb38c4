// What comments and their forms say.
import { formatInteger } from '../../contract/core/format-integer.ts';
import { plural } from '../../contract/core/plural.ts';

export const heading = (count: number) => `Comments <count>${formatInteger(count)}</count>`;
export const commentFrom = (name: string) => `Comment from ${name}`;
export const replyFrom = (name: string) => `Reply from ${name}`;
export const sending = 'Sending…';
export const replyTo = (name: string) => `Reply to ${name}`;
export const reportFrom = (name: string) => `Report the comment from ${name}`;
export const report = 'Report';
export const hideReplies = 'Hide replies';
export const replyCount = (count: number) => plural(count, { one: '# reply', other: '# replies' });
export const deleteCommentTitle = 'Delete this comment?';
export const deleteReplyTitle = 'Delete this reply?';
export const deleteWithRepliesWarning = "This also deletes its replies. You can't undo this.";
export const deleteWarning = "You can't undo this.";
export const yourComment = 'Your comment';
export const loading = 'Loading comments';
export const loadFailed = "We couldn't load the comments";
export const loadingReplies = 'Loading replies';
export const repliesLoadFailed = "We couldn't load the replies";
export const empty = 'No comments yet. Ask the first question.';
export const showMore = 'Show more comments';
export const showMoreReplies = 'Show more replies';
export const addComment = 'Add a comment';
export const sent = 'Sent';
export const leaveWithoutSending = "Leave without sending? You'll lose what you wrote.";
export const send = 'Send';
export const tooLong = (max: number) => `Use up to ${formatInteger(max)} characters`;
/** Why a visitor is asked to log in. */
export const toComment = 'comment';
export const toReply = 'reply';
