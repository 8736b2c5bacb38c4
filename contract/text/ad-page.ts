// What the page of an ad says.
export const seeOthersOf = (seller: string) => `See what else ${seller} sells`;
export const moreFrom = (seller: string) => `More from ${seller}`;
export const soldNotice = 'This one is sold.';
