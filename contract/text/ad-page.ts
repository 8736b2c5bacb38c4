// What the page of an ad says.
export const seeOthersOf = (seller: string) => `See more from ${seller}`;
export const moreFrom = (seller: string) => `More from ${seller}`;
export const soldNotice = 'This item is sold.';
