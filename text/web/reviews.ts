// What reviews of sellers and their forms say.
export const tab = 'Reviews';
export const pageTitle = (name: string, userName: string) => `Reviews of ${name} (@${userName})`;
export const loading = 'Loading reviews';
export const loadFailed = "We couldn't load the reviews";
export const empty = 'No reviews yet';
export const emptyHint = 'Buyers can write one after they contact this seller about an ad.';
export const ownEmptyHint = 'Buyers can write one after they contact you about an ad. Ask happy customers to do it.';
export const listEnd = "You've seen all reviews of this seller.";

export const reviewBy = (name: string) => `Review by ${name}`;
export const deletedAccount = 'Deleted account';
export const starsGiven = (stars: number) => `${stars} of 5 stars`;
export const about = 'About <ad/>';
export const replyFrom = (name: string) => `Reply from ${name}`;
export const report = 'Report';
export const reportFrom = (name: string) => `Report the review by ${name}`;
export const reportReply = 'Report the reply';
export const reply = 'Reply';
export const replyTo = (name: string) => `Reply to ${name}`;
export const yourReply = 'Your reply';
export const replyHint = 'Everyone can read your reply. You can reply once and edit it later.';
export const editReply = 'Edit reply';
export const deleteReply = 'Delete reply';
export const deleteReplyTitle = 'Delete your reply?';
export const sendReply = 'Send reply';
export const replySent = 'Reply sent';

export const rate = (seller: string) => `Rate ${seller}`;
export const rateHint = 'Other buyers see your name, your stars and what you write.';
export const rateFrom = (seller: string, time: string) => `You can rate ${seller} from ${time}.`;
export const yourReview = (seller: string) => `Your review of ${seller}`;
export const stars = 'Your rating';
export const starLabels: Record<number, string> = {
	1: '1 star: bad',
	2: '2 stars: not good',
	3: '3 stars: okay',
	4: '4 stars: good',
	5: '5 stars: very good',
};
export const yourWords = 'What was it like?';
export const yourWordsHint = 'Was the seller honest and quick? Was the item as described?';
export const post = 'Post review';
export const posted = 'Thank you. Your review is posted.';
export const deleteTitle = 'Delete your review?';
export const deleteHint =
	'Your stars and words are removed. You can write a new review for 90 days after your last contact.';
export const deleteWarning = "You can't undo this.";
export const seeAll = 'See all reviews';
