// What mails about accounts say.

export const choosePassword = 'Choose a new password';

export const confirmSubject = (brand: string) => `Confirm your email for ${brand}`;
export const confirm = 'Confirm this email to finish setting up your account.';
export const confirmLifetime = 'The link works for two days.';
export const confirmButton = 'Confirm email';
export const confirmHint = (brand: string) => `If you didn't sign up at ${brand}, ignore this email.`;

export const resetSubject = (brand: string) => `Choose a new password for ${brand}`;
export const reset = 'You can choose a new password now.';
export const addPasswordSubject = (brand: string) => `Add a password to your ${brand} account`;
export const addPassword = 'You can add a password to your account now.';
export const resetWithoutPassword = 'You log in with Google, so your account has no password yet.';
export const addPasswordButton = 'Add a password';
export const resetLifetime = 'The link works once, for 30 minutes.';
export const resetHint = "If you didn't ask for this, ignore this email. Nothing changes.";

export const emailTakenSubject = (brand: string) => `You already have an account at ${brand}`;
export const emailTaken = "You already have an account with this email, so we can't add it to another one.";
export const emailTakenByYou =
	"If you tried to add it, log in to the account you have. If you can't, choose a new password.";
export const emailTakenByAnother = "If it wasn't you, ignore this email. Nothing has changed.";

export const newEmailSubject = (brand: string) => `Confirm your new email for ${brand}`;
export const newEmail = 'Confirm this email to use it for your account.';
export const newEmailLifetime = 'The link works for two days. Until you open it, nothing changes.';
export const newEmailButton = 'Confirm new email';

export const passwordChangedSubject = (brand: string) => `Your ${brand} password was changed`;
export const passwordChanged = 'Only your new password works from now on.';
export const passwordChangedDevices = 'We logged out all your other devices and removed your passkeys, if you had any.';
export const passwordChangedNotYou = "If you didn't change it, choose a new password now.";

export const emailChangeSubject = (brand: string) => `Your ${brand} email is about to change`;
export const emailChange = 'Your account switches to another email as soon as that email is confirmed.';
export const emailChangeNotYou =
	"Someone with your password asked for this. If that wasn't you, choose a new password now to stop the change.";

export const emailChangedSubject = (brand: string) => `Your ${brand} email has changed`;
export const emailChanged = 'You can no longer log in with this email.';
export const emailChangedNotYou = "Your account now uses another email. If that wasn't you, reply to this email now.";

export const changedByYou = "If that was you, you're all set.";
export const emailUndoNotYou =
	"If that wasn't you, put this email back with the button below. You choose a new password there, which logs out everyone else.";
export const emailUndoButton = 'Put my email back';
export const emailUndoLifetime = 'The link works once, for 24 hours. Until then, no other account can use this email.';

export const numbersChangedSubject = (brand: string) => `Your phone numbers on ${brand} were changed`;
export const numbersChanged =
	'Customers now reach you on other numbers: those of your account, or of some of your ads.';
export const numbersChangedNotYou =
	"If that wasn't you, put your former numbers back with the button below. Then choose a new password.";
export const numbersChangedButton = 'Put my numbers back';
export const numbersChangedLifetime = 'The link works once, for 24 hours.';

export const accountDeletedSubject = (brand: string) => `Your ${brand} account was deleted`;
export const accountDeleted = 'Your profile and posts are hidden now.';
export const accountDeletedHint =
	'We delete everything in 14 days. Changed your mind? Log in before then to restore your account.';
export const restoreAccount = 'Restore account';

export const apiTokenSubject = (brand: string) => `New API token for your ${brand} account`;
export const apiToken = 'An app or script can now use your account with this token.';
export const apiTokenNotYou = "If you didn't make it, revoke it and choose a new password now.";
export const apiTokenButton = 'See your tokens';

export const loggedOutEverywhere = 'We logged you out on all your devices.';

export const administratorSubject = (brand: string) => `You can now manage ${brand}`;
export const administrator = 'Your account is an administrator now. Log in again to start.';
export const administratorHint = 'To be safe, turn on the second factor under Security.';
export const administratorButton = 'Log in';

export const secondFactorOnSubject = (brand: string) => `Your ${brand} second factor is on`;
export const secondFactorOn = 'You need a code from your app to log in from now on.';
export const secondFactorOnHint = 'Keep your recovery codes safe. You need one if you lose your phone.';
export const secondFactorOnNotYou = "If you didn't turn it on, reply to this email now.";
export const secondFactorOffSubject = (brand: string) => `Your ${brand} second factor was turned off`;
export const secondFactorOff = 'You log in without a code from your app now.';
export const secondFactorNotYou = "If you didn't ask for this, choose a new password now.";
export const secondFactorReset = 'We logged you out on all your devices and removed your passkeys, if you had any.';

export const passkeyAddedSubject = (brand: string) => `New passkey for your ${brand} account`;
export const passkeyAdded = 'You can now log in with this passkey, without a password or code.';
export const passkeyAddedNotYou = "If you didn't add it, choose a new password now. That also removes all passkeys.";
export const passkeyRemovedSubject = (brand: string) => `A passkey of your ${brand} account was removed`;
export const passkeyRemoved = 'You can no longer log in with this passkey.';
