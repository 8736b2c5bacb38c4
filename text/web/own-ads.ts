// What the lists of one's own ads say, and the form that changes an ad.
import { plural } from '../../contract/core/plural.ts';

export const changesSaved = 'Changes saved';
export const editTitle = 'Edit your ad';
export const adLoadFailed = "We couldn't load your ad";
export const loadingAd = 'Loading your ad';
export const ad = 'Ad';
export const posted = 'Posted';
export const markAsSold = 'Mark as sold';
export const markAsForSale = 'Mark as for sale';
export const deleteAd = (title: string) => `Delete ${title}`;
export const loading = 'Loading your ads';
export const markedAsSold = 'Marked as sold';
export const markedAsForSale = 'Marked as for sale';
export const retrying = "We're trying again";
export const myVideos = 'My videos';
export const uploadFirstVideo = 'Upload your first video';
export const emptyVideosHint = 'A short video sells best. You can use MP4, MOV or AVI.';
export const loadFailed = "We couldn't load your ads";
export const deleteTitle = 'Delete this ad?';
export const deleteWarning = (title: string) => `We delete “${title}” for everyone. You can't undo this.`;
export const contacts = 'Contacts';
export const shareToStatus = 'Share to Status';
export const actions = 'What you can do with this ad';
export const renew = 'Renew';
export const renewed = 'Your ad is at the top again';
export const duplicate = 'Duplicate';
export const replaceDraftTitle = 'Replace your draft?';
export const replaceDraftWarning = 'You have an ad that you have not posted yet. The copy takes its place.';
export const replaceDraft = 'Replace draft';
export const select = 'Select';
export const selectAd = (title: string) => `Select ${title}`;
export const selectedCount = (count: number) => `${count} selected`;
export const bulkActions = 'Actions for the selected ads';
export const bulkProgress = (done: number, count: number) => `${done} of ${count}...`;
/** By action. */
export const bulkDone = {
	sell: (count: number) => plural(count, { one: '# ad marked as sold', other: '# ads marked as sold' }),
	renew: (count: number) => plural(count, { one: '# ad renewed', other: '# ads renewed' }),
	delete: (count: number) => plural(count, { one: '# ad deleted', other: '# ads deleted' }),
};
export const bulkFailed = {
	sell: (failed: number, count: number) => `We couldn't mark ${failed} of ${count} as sold.`,
	renew: (failed: number, count: number) => `We couldn't renew ${failed} of ${count}.`,
	delete: (failed: number, count: number) => `We couldn't delete ${failed} of ${count}.`,
};
export const deleteManyTitle = (count: number) => plural(count, { one: 'Delete # ad?', other: 'Delete # ads?' });
export const deleteManyWarning = "We delete the selected ads for everyone. You can't undo this.";
