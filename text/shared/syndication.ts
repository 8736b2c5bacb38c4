// What feeds, oEmbed and embeds say.
export const marketFeedTitle = (brand: string) => `Newest ads on ${brand}`;
export const categoryFeedTitle = (category: string, brand: string) => `${category} on ${brand}`;
export const sellerFeedTitle = (seller: string, brand: string) => `${seller} on ${brand}`;
export const coursesFeedTitle = (brand: string) => `Courses on ${brand}`;
export const contactRemoved = '[contact removed]';
export const feedUnknown = 'Feed not found.';
export const embedUrlUnknown = 'No ad with this link.';
export const formatUnknown = 'Use json or xml as the format.';
export const onBrand = (brand: string) => `View on ${brand}`;
export const seeMore = (brand: string) => `See what's new on ${brand}`;
