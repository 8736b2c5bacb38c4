// What the fields of picture ads and video ads say.
import { verifiedKinds } from './badges.ts';
export const priceInNaira = 'Price in naira';
export const pricePreview = (price: string) => `Shown as ${price}`;
export const priceExample = '70,000';
export const whatsappNumber = 'WhatsApp number';
export const whatsappHint = 'Customers use this to chat with you.';
export const whatsappFirstHint =
	"Customers use this to chat with you. We'll show it on your profile and fill it in next time.";
export const whatsappOtherHint = 'Only this ad shows this number. Change it for all ads under Personal info.';
export const hidesPhoneBadge = `You haven't verified this number, so the ad won't show "${verifiedKinds.phone}".`;
export const callNumber = 'Number for calls';
export const callNumberHint = 'Customers can call this number.';
export const addCallNumber = 'Add a number for calls';
export const ownNumberSuggestion = (number: string) => `Use ${number}`;
export const categoryPlaceholder = 'Select a category...';
export const descriptionPlaceholder = 'Describe your product, price, condition, etc...';
export const negotiableHint = 'Customers may offer less.';
export const statePlaceholder = 'Choose a state';
export const lgaPlaceholder = 'Choose an area';
export const lgaNeedsState = 'Choose a state first.';
export const conditionPlaceholder = 'Choose the condition';
export const propertyNotice = 'Property has no condition or delivery. We leave them out.';
export const spot = 'Street, market or landmark';
export const spotExample = 'Computer Village, shop 12';
export const deliveryDetails = 'Spot and delivery <optional>(optional)</optional>';
export const spotDetails = 'Spot <optional>(optional)</optional>';
