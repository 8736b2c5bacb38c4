// What the API answers about feeds, and what pictures of links say.
export const reasonFollowing = (seller: string) => `You follow ${seller}`;
export const reasonSeller = (seller: string) => `You showed interest in what ${seller} posts`;
export const reasonCategory = (category: string) => `You showed interest in ${category}`;
export const reasonPopular = 'Popular at the moment';
export const reasonFresh = 'New';
export const reasonDiscovery = 'Something you may not know yet';
export const courseFacts = (duration: string, modules: number) => `${duration}, ${modules} modules`;
export const pictureUnknown = 'There is no such picture.';
export const siteMapUnknown = 'There is no such map.';
