// What the API answers about accounts.
export const userNameTaken = 'This user name is taken';
export const emailTaken = 'There is an account with this address already: log in instead';
export const wrongCredentials = 'The e-mail address or the password is wrong.';
export const samePassword = 'Choose a password you do not have already';
export const nobodyOfName = 'There is nobody of this name.';
export const accountGone = 'This account is not here any more.';
export const browserOnSystem = (browser: string, system: string) => `${browser} on ${system}`;
export const unknownDevice = 'Another program';
export const exportAddressOver = 'This address does not work any more. Ask for your data again.';
export const googleNotConfigured = 'Signing in with Google is not set up here.';
export const googleUnreachable = 'Google does not answer at the moment. Please try again.';
export const googleUnconfirmed = 'Google did not confirm who you are. Please begin again.';
export const googleEmailUnconfirmed =
	'Google has not confirmed your e-mail address. Sign up with an e-mail address instead.';
export const googleEmailTaken =
	'There is an account with your e-mail address already. Log in with your password, then link Google under Security in your dashboard.';
export const googleLinkedElsewhere = 'This Google account opens another account here. Unlink it there first.';
export const anotherGoogleLinked = 'Another Google account is linked already. Unlink it first.';
export const googleOnlyWayIn = 'Without a password Google is the only way into this account. Choose a password first';
export const googleSignInOver = 'This sign-in was not begun in this browser, or took too long. Please begin again.';
export const onlyAdministrator =
	'You are the only administrator. Make somebody else one before you delete your account.';
export const erasureBegun = 'It is too late: this account is being erased.';
export const tooManyLogIns = 'Too many people are logging in. Please try again.';
export const passwordTooCommon = 'This password is too common: choose another';
export const passwordHoldsName = 'A password must not hold your name or e-mail address';
export const wrongPassword = 'This is not your password';
export const linkOver = 'This link does not work any more. Please ask for a new one.';
export const sameEmail = 'This is your address already';
export const codeWrong = 'This code is wrong, or was used already';
export const codeMissing = 'Enter the code from your authenticator app';
export const secretMissing = 'Begin with a new secret.';
export const secondFactorOn = 'The second factor is on already.';
export const sessionOver = 'This device is logged out already.';
export const administratorNotSuspended = 'An administrator cannot be suspended.';
export const cannotFollowYourself = 'You cannot follow yourself';
export const suspended = 'This account is suspended. The mail about it says why, and has a link to appeal.';
export const suspendedUntil = (time: string) =>
	`This account is suspended until ${time}. The mail about it says why, and has a link to appeal.`;
export const mostADay = (most: number, what: string) =>
	`You can post at most ${most} ${what} a day. Please come back tomorrow.`;
export const mostOnFirstDay = (most: number, what: string) =>
	`A new account can post at most ${most} ${what} on its first day. Please come back tomorrow.`;
export const mostUnconfirmed = (most: number, what: string, mostConfirmed: number) =>
	`A new account can post at most ${most} ${what} on its first day. Confirm your e-mail address to post up to ${mostConfirmed}, or come back tomorrow.`;
