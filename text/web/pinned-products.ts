// What the products of a video say, and the page of a product about its videos.

export const title = 'Products in this video';
export const hint = (max: number) => `Add up to ${max} of your ads. Customers tap them while they watch.`;
export const choose = 'Choose products';
export const change = 'Change products';
export const chosenCount = (chosen: number, max: number) => `${chosen} of ${max} chosen`;
export const done = 'Done';
export const remove = (title: string) => `Remove ${title}`;
export const loadingOwn = 'Loading your ads';
export const ownLoadFailed = "We couldn't load your ads";
export const noneTitle = 'No ads to add yet';
export const noneHint = 'Post a photo ad of what you show in your videos. Then add it here.';
export const showMore = 'Show more ads';
export const notForSale = 'Not for sale now';
export const loading = 'Loading the product';
export const loadFailed = "We couldn't load this product";
export const openAd = 'See the full ad';
export const seenIn = (videos: number) => (videos === 1 ? 'Seen in this video' : 'Seen in these videos');
