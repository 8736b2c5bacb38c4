// What mails about accounts say.
import { brand } from '../brand.ts';

export const confirmSubject = `Confirm your email for ${brand.name}`;
export const confirmRequest = (link: string) => `please confirm that this email is yours:\n${link}`;
export const confirmHint = `The link works for two days. If you didn't sign up at ${brand.name}, ignore this email.`;

export const resetSubject = `Choose a new password for ${brand.name}`;
export const resetWithoutPassword =
	'your account has no password because you log in with Google. You can add a password too.';
export const resetRequest = (link: string) => `use this link to choose a new password:\n${link}`;
export const resetHint = "It works once, for 30 minutes. If you didn't ask for it, ignore this email. Nothing changes.";

export const emailTakenSubject = `You already have an account at ${brand.name}`;
export const emailTaken =
	'someone tried to use this email for another account. That is not possible because you already have an account with it.';
export const emailTakenByYou = (link: string) =>
	`If it was you, log in to that account or choose a new password:\n${link}`;
export const emailTakenByAnother = "If it wasn't you, ignore this email. Nothing has changed.";

export const newEmailSubject = `Confirm your new email for ${brand.name}`;
export const newEmailRequest = (link: string) => `open this link to use this email for your account:\n${link}`;
export const newEmailHint = "The link works for two days. If you didn't ask for this, ignore this email.";

export const passwordChangedSubject = `Your ${brand.name} password was changed`;
export const passwordChanged = 'your password was changed. We logged out all your other devices.';
export const passwordChangedNotYou = (link: string) => `If that wasn't you, choose a new password now:\n${link}`;

export const emailChangeSubject = `Your ${brand.name} email is about to change`;
export const emailChange =
	'someone with your password asked to change the email of your account. Nothing changes until the new email is confirmed.';
export const emailChangeNotYou = (link: string) =>
	`If that wasn't you, choose a new password now to stop the change:\n${link}`;

export const emailChangedSubject = `Your ${brand.name} email has changed`;
export const emailChanged = 'your account now uses another email. You can no longer log in with this one.';
export const emailChangedNotYou = "If that wasn't you, reply to this email now.";

export const accountDeletedSubject = `Your ${brand.name} account was deleted`;
export const accountDeleted =
	'your account is deleted. Your profile and posts are hidden now. We delete everything in 14 days.';
export const accountDeletedHint = (link: string) => `Changed your mind? Log in before then to restore it: ${link}.`;
