// What mails about webhooks say.

export const createdSubject = (brand: string) => `New webhook for your ${brand} account`;
export const created = 'Your account has a new webhook. It tells another app what happens here.';
export const createdNotYou = "If you didn't make it, delete it and choose a new password now.";
export const changedSubject = 'Your webhook has a new address';
export const changed = 'Your webhook now sends its messages to a new address.';
export const changedNotYou = "If you didn't change it, delete it and choose a new password now.";
export const switchedOffSubject = 'Your webhook is off';
export const switchedOff = 'Your app accepted no message for a day, so we stopped sending them.';
export const switchedOffHint =
	'Fix your app, then turn the webhook on again. You can send it the missed messages from the list.';
export const pausedSubject = 'We paused your webhooks';
export const paused = 'You have a new password or logged out all devices, so we send your other apps nothing for now.';
export const pausedHint =
	"Check the address of each webhook. Confirm those that are yours, and delete those that you don't know.";
export const button = 'See your webhooks';
