// What mails about webhooks say.
import { brand } from '../brand.ts';

export const createdSubject = `New webhook for your ${brand.name} account`;
export const created = 'We now tell another app when something happens in your shop.';
export const createdNotYou = "If you didn't make it, delete it and choose a new password now.";
export const switchedOffSubject = 'Your webhook is off';
export const switchedOff = "Your app didn't answer for a day, so we stopped sending messages to it.";
export const switchedOffHint =
	'Fix your app, then turn the webhook on again. You can send it the missed messages from the list.';
export const button = 'See your webhooks';
