// What the API answers about feeds, and what pictures of links say.
export const reasonFollowing = (seller: string) => `You follow ${seller}`;
export const reasonSeller = (seller: string) => `You liked posts by ${seller}`;
export const reasonSellerAd = (seller: string) => `You liked or saved items from ${seller}`;
export const reasonCategory = (category: string) => `You like ${category}`;
export const reasonPopular = 'Popular right now';
export const reasonFresh = 'New';
export const reasonFreshAd = 'New this week';
export const reasonDiscovery = 'Something new for you';
export const courseFacts = (duration: string, modules: number) => `${duration}, ${modules} modules`;
export const marketHint = 'See photos and prices, and chat with sellers on WhatsApp.';
export const marketCard = (brand: string, tagline: string) => `${brand}: ${tagline}`;
export const categoryCard = (category: string, brand: string) => `${category} on ${brand}`;
export const priceFrom = (price: string) => `From ${price}`;
export const pictureUnknown = 'Picture not found.';
export const siteMapUnknown = 'Sitemap not found.';
