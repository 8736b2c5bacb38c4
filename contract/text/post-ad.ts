// What the page says where an ad with pictures is posted.
export const pageTitle = 'Post pictures';
export const leaveWarning =
	'Your pictures are still on their way. If you leave now, the ad is not posted. It stays here as a draft.';
export const posted = 'Your ad is in the market';
export const heading = 'Promote with pictures';
export const lead = 'Good light and a clear price sell fast.';
export const titlePlaceholder = 'What do you sell?';
export const draftHint = 'What you have typed and chosen stays on this device until you post it or log out.';
export const sending = 'Sending pictures';
export const submit = 'Post ad';
export const previewTitle = 'Your title';
export const preview = 'How it will look';
