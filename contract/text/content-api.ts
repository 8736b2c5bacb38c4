// What the API answers about ads, posts, comments and saved items.
export const adOfAnother = 'This ad belongs to another seller.';
export const postOnlyForYourself = 'You can only post for yourself.';
export const adGone = 'This ad is not here any more.';
export const nothingToRetry = 'There is nothing to try again here.';
export const commentOfAnother = 'This comment is by somebody else.';
export const commentGone = 'This comment is not here any more.';
export const repliedCommentGone = 'The comment you reply to is not here any more';
export const postOfAnother = 'This post belongs to somebody else.';
export const untitledPost = (kind: string) => `A ${kind}`;
export const postGone = 'This post is not here any more.';
export const wrongKind = (kind: string) => `This is not a ${kind}`;
