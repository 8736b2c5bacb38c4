// What the page says that takes what other apps share.

export const pageTitle = (brand: string) => `Share to ${brand}`;
export const loading = 'Opening what you shared';
export const emptyTitle = 'Nothing to share';
export const chooseHere = 'Choose a file here';
export const emptyHint = (brand: string) =>
	`Share a photo or video from your phone's gallery to ${brand} and post it here.`;
export const heading = 'What do you want to post?';
export const hint = 'You can edit everything before you post.';
export const pictureAd = 'A picture ad';
export const videoAd = 'A video ad';
export const tweet = 'A tweet';
export const talk = 'A talk';
export const picture = 'A picture on your profile';
export const notUsable = (name: string) => `${name || 'This file'} is not a photo or video we can use`;
export const oneVideo = 'You can post one video at a time. We took the first one';
