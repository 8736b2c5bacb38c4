// What mails about accounts say.
import { brand } from '../brand.ts';

export const confirmSubject = `Confirm your e-mail address for ${brand.name}`;
export const confirmRequest = (link: string) => `please confirm that this address is yours:\n${link}`;
export const confirmHint = `The link works for two days. If you did not sign up at ${brand.name}, you can ignore this mail.`;

export const resetSubject = `Choose a new password for ${brand.name}`;
export const resetWithoutPassword =
	'your account has no password: you log in with Google. You can choose a password as well.';
export const resetRequest = (link: string) => `open this link to choose a new password:\n${link}`;
export const resetHint =
	'It works once, for 30 minutes. If you did not ask for it, ignore this mail: your account stays as it is.';

export const emailTakenSubject = `You have an account at ${brand.name} already`;
export const emailTaken =
	'somebody asked to move another account to this e-mail address. That cannot be done, for you have an account with it.';
export const emailTakenByYou = (link: string) =>
	`If it was you: log in to that account, or choose a new password for it first:\n${link}`;
export const emailTakenByAnother = 'If it was not you, you can ignore this mail: nothing has changed.';

export const newEmailSubject = `Confirm your new e-mail address for ${brand.name}`;
export const newEmailRequest = (link: string) => `open this link and your account moves to this address:\n${link}`;
export const newEmailHint = 'The link works for two days. If you do not know of this, you can ignore this mail.';

export const passwordChangedSubject = `Your ${brand.name} password was changed`;
export const passwordChanged = 'the password of your account was changed, and every other device was logged out.';
export const passwordChangedNotYou = (link: string) => `If that was not you, choose a new password at once:\n${link}`;

export const emailChangeSubject = `Another e-mail address for your ${brand.name} account`;
export const emailChange =
	'somebody who knows your password asked to move your account to another e-mail address. Nothing changes until that address is confirmed.';
export const emailChangeNotYou = (link: string) =>
	`If that was not you, choose a new password at once; that stops the change:\n${link}`;

export const emailChangedSubject = `Your ${brand.name} account has another e-mail address`;
export const emailChanged =
	'your account was moved to another e-mail address, which was confirmed. This one opens it no more.';
export const emailChangedNotYou = 'If that was not you, please answer to this mail or write to us.';

export const accountDeletedSubject = `Your ${brand.name} account was deleted`;
export const accountDeleted =
	'your account was deleted: nobody sees it or what you posted any more. In 14 days everything is erased for good.';
export const accountDeletedHint = (link: string) => `Until then you can bring it back: log in at ${link}.`;
