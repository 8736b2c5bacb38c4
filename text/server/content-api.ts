// What the API answers about ads, posts, comments, reviews and saved items.
import { plural } from '../../contract/core/plural.ts';

export const adOfAnother = 'This ad belongs to another seller.';
export const ownAd = 'This is your own ad.';
export const postOnlyForYourself = 'You can only post from your own account.';
export const captionsOfVideosOnly = 'Only videos can have captions';
export const adGone = 'This ad is no longer available.';
export const noNumber = "You can't reach this seller this way.";
export const onlyLiveRenewed = 'You can only renew an ad that is live.';
export const renewableFrom = (time: string) => `You can renew this ad from ${time}.`;
export const buyerUnknown = 'Choose someone who contacted you about this ad';
export const buyerOfUnsold = 'Mark the ad as sold first.';
export const nothingToRetry = 'There is nothing to retry.';
export const commentOfAnother = 'This comment belongs to someone else.';
export const commentGone = 'This comment was deleted.';
export const repliedCommentGone = "The comment you're replying to was deleted";
export const postOfAnother = 'This post belongs to someone else.';
export const untitledPost = (kind: string) => `A ${kind}`;
export const postGone = 'This post is no longer available.';
export const wrongKind = (kind: string) => `This is not a ${kind}`;
export const reviewGone = 'This review is no longer available.';
export const reviewOfAnother = 'Only the person who wrote this review can change it.';
export const reviewOfAnotherSeller = 'Only the seller can reply to this review.';
export const reviewExists = 'You already reviewed this seller for this ad. You can change your review.';
export const reviewNeedsContact = 'You can review a seller after you contact them about the ad.';
export const reviewTooEarly = 'You can write a review one hour after you first contact the seller.';
export const replyHidden = 'An administrator has hidden your reply.';
export const starCount = (stars: number) => plural(stars, { one: '# star', other: '# stars' });
