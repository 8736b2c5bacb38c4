// Sentences of the page where a seller prints a card with a QR code of the shop.
export const title = 'Shop card';
export const lead = 'Print it and put it on your counter, packaging or flyer. Customers scan it to open your shop.';
export const print = 'Print';
export const scan = 'Scan to see what we sell';
export const code = (shop: string) => `QR code of the shop ${shop}`;
