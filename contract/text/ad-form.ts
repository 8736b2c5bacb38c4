// What the fields of picture ads and video ads say.
export const priceInNaira = 'Price in naira';
export const pricePreview = (price: string) => `Shown as ${price}`;
export const priceExample = '70,000';
export const whatsappNumber = 'WhatsApp number';
export const whatsappHint = 'Customers use this to chat with you.';
export const categoryPlaceholder = 'Select a category...';
export const descriptionPlaceholder = 'Describe your product, price, condition, etc...';
