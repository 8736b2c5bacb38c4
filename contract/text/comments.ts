// What comments and their forms say.
export const heading = (count: number) => `Comments <count>${count.toLocaleString('en')}</count>`;
export const commentFrom = (name: string) => `Comment from ${name}`;
export const replyFrom = (name: string) => `Reply from ${name}`;
export const sending = 'Sending…';
export const replyTo = (name: string) => `Reply to ${name}`;
export const reportFrom = (name: string) => `Report the comment from ${name}`;
export const report = 'Report';
export const hideReplies = 'Hide replies';
export const replyCount = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'reply' : 'replies'}`;
export const deleteCommentTitle = 'Delete this comment?';
export const deleteReplyTitle = 'Delete this reply?';
export const deleteWithRepliesWarning = 'Its replies go with it. This cannot be undone.';
export const deleteWarning = 'This cannot be undone.';
export const yourComment = 'Your comment';
export const loading = 'Loading comments';
export const loadFailed = 'The comments could not be loaded';
export const empty = 'Nobody has said anything yet. Be the first.';
export const showMore = 'Show more comments';
export const showMoreReplies = 'Show more replies';
export const addComment = 'Add a comment';
export const sent = 'Sent';
export const leaveWithoutSending = 'Leave without sending? What you have written here is lost.';
export const send = 'Send';
export const tooLong = (max: number) => `At most ${max.toLocaleString('en')} letters`;
/** Why a visitor is asked to log in. */
export const toComment = 'comment';
export const toReply = 'reply';
