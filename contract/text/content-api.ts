// What the API answers about ads, posts, comments and saved items.
export const adOfAnother = 'This ad belongs to another seller.';
export const postOnlyForYourself = 'You can only post from your own account.';
export const adGone = 'This ad is no longer available.';
export const nothingToRetry = 'There is nothing to retry.';
export const commentOfAnother = 'This comment belongs to someone else.';
export const commentGone = 'This comment was deleted.';
export const repliedCommentGone = "The comment you're replying to was deleted";
export const postOfAnother = 'This post belongs to someone else.';
export const untitledPost = (kind: string) => `A ${kind}`;
export const postGone = 'This post is no longer available.';
export const wrongKind = (kind: string) => `This is not a ${kind}`;
