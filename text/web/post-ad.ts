// Sentences of the page where an ad with pictures is posted.
export const pageTitle = 'Post a picture ad';
export const leaveWarning =
	"Your photos are still uploading. If you leave now, we won't post your ad. It stays here as a draft.";
export const heading = 'Promote with pictures';
export const lead = 'Good light and a clear price sell fast.';
export const titlePlaceholder = 'What are you selling?';
export const draftHint = 'Your draft stays on this device until you post it or log out.';
export const sending = 'Sending photos';
export const submit = 'Post ad';
export const previewTitle = 'Your title';
export const preview = 'Preview';
