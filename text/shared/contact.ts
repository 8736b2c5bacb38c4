// What buyers read and send when they get in touch with a seller.
import type { ContactKind } from '../../contract/contacts/contacts.ts';

/** Message that opens a WhatsApp chat. `words` is what the buyer says about the ad. */
export const chatMessage = (words: string, title: string, price: string | null, address: string) =>
	`Hello. ${words}\n"${title}"${price === null ? '' : ` (${price})`}\n${address}`;
export const interested = "I'm interested in this.";

export const questionsLabel = 'Quick questions';
export const isAvailable = 'Is it available?';
export const lastPrice = 'What is your last price?';
export const delivery = 'Do you deliver to…?';
export const deliveryTo = (place: string) => `Do you deliver to ${place}?`;
/** Beginning of a question that the buyer completes. */
export const deliveryBeginning = 'Do you deliver to ';
export const makeOffer = 'Make an offer';
export const offer = (price: string) => `I can pay ${price} for this. Is that okay?`;

export const offerTitle = 'Make an offer';
export const messageHint = 'We write the message. You send it in WhatsApp.';
export const offerMissing = 'Enter your price';
export const yourOffer = 'Your offer in naira';
export const listedPrice = (price: string) => `Price: ${price}`;
export const deliveryTitle = 'Ask about delivery';
export const deliveryPlace = 'Where to?';
export const deliveryPlaceMissing = 'Enter your area or town';
export const continueOnWhatsapp = 'Continue on WhatsApp';

export const call = 'Call';
export const callSeller = 'Call the seller';
export const back = 'Back';
export const noConnection = 'No connection. Connect to the internet to contact the seller.';
export const askSeller = 'Ask the seller';
export const sellerSeesName = (seller: string) => `${seller} will see your name when you chat or call.`;
export const questionIsPublic = 'Your question and the answer are public, in the comments.';
export const withoutNumber = "Customers can't reach you without a number.";
export const addNumber = 'Add a number';

export const contactsTitle = 'Who contacted you';
export const contactsHint = 'Logged-in customers who contacted you about this ad in the last 90 days.';
export const contactsEmpty = 'No contacts yet';
export const contactsEmptyHint = 'Customers who are logged in appear here when they chat, call or ask about this ad.';
export const contactsLoading = 'Loading contacts';
export const contactsFailed = "We couldn't load the contacts";
export const showMoreContacts = 'Show more contacts';
export const kinds: Record<ContactKind, string> = {
	whatsapp: 'Opened a WhatsApp chat',
	offer: 'Made an offer on WhatsApp',
	call: 'Tapped to call',
	question: 'Asked in the comments',
};

export const buyerTitle = 'Who bought it?';
export const otherBuyer = 'Someone else';
export const buyerSaved = "Saved. We'll ask them to rate you.";
export const boughtIt = 'Bought it';
