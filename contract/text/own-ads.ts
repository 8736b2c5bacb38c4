// What the lists of one's own ads say, and the form that changes an ad.
export const changesSaved = 'Your changes are saved';
export const editTitle = 'Edit your ad';
export const adLoadFailed = 'Your ad could not be loaded';
export const loadingAd = 'Loading your ad';
export const ad = 'Ad';
export const posted = 'Posted';
export const markAsSold = 'Mark as sold';
export const markAsForSale = 'For sale again';
export const deleteAd = (title: string) => `Delete ${title}`;
export const loading = 'Loading your ads';
export const markedAsSold = 'Marked as sold';
export const markedAsForSale = 'For sale again';
export const retrying = 'We are trying again';
export const myVideos = 'My videos';
export const uploadFirstVideo = 'Upload your first video';
export const emptyVideosHint = 'A short video sells more than words. MP4, MOV and AVI all work.';
export const loadFailed = 'Your ads could not be loaded';
export const deleteTitle = 'Delete this ad?';
export const deleteVideoWarning = (title: string) =>
	`“${title}” disappears for everyone, with its video. This cannot be undone.`;
export const deletePicturesWarning = (title: string) =>
	`“${title}” disappears for everyone, with its pictures. This cannot be undone.`;
