// What the API answers about accounts.
import { plural } from '../../contract/core/plural.ts';

export const userNameTaken = 'This user name is already taken';
export const nameClaimsMarket = (market: string) =>
	`Choose another name: this one sounds like ${market} itself, its staff or a badge`;
export const emailTaken = 'This email already has an account: log in instead';
export const wrongCredentials = 'Wrong email or password.';
export const samePassword = 'Choose a password that is different from your current one';
export const userNotFound = "We couldn't find this user.";
export const accountGone = 'This account no longer exists.';
export const browserOnSystem = (browser: string, system: string) => `${browser} on ${system}`;
export const unknownDevice = 'Unknown device';
export const exportAddressOver = 'This download link has expired. Request your data again.';
export const googleNotConfigured = 'Google login is not available here.';
export const googleUnreachable = 'Google is not responding. Please try again.';
export const googleUnconfirmed = "Google couldn't confirm who you are. Please start again.";
export const googleEmailUnconfirmed = 'Google has not confirmed your email address. Sign up with your email instead.';
export const googleEmailTaken =
	'Your email already has an account. Log in with your password, then link Google under Security.';
export const googleEmailReserved =
	'This email was taken off an account less than a day ago. Read our email about it, or try again tomorrow.';
export const googleLinkedElsewhere = 'This Google account is linked to another account here. Unlink it there first.';
export const anotherGoogleLinked = 'Another Google account is already linked. Unlink it first.';
export const googleOnlyWayIn = "Choose a password first, or you won't be able to log in without Google";
export const googleSignInOver = 'This login took too long or started in another browser. Please start again.';
export const onlyAdministrator = 'You are the only administrator. Make someone else an administrator first.';
export const erasureStarted = 'It is too late: this account is already being erased.';
export const tooManyLogIns = 'Too many people are logging in. Please try again.';
export const passwordTooCommon = 'This password is too common: choose another one';
export const passwordHoldsName = "Your password can't contain your name or email";
export const wrongPassword = 'Wrong password';
export const linkOver = 'This link has expired or was used.';
export const sameEmail = 'This is already your email address';
export const codeWrong = 'This code is wrong or was already used';
export const codeMissing = 'Enter the code from your authenticator app';
export const secretMissing = 'Start again with a new secret.';
export const secondFactorOn = 'The second factor is already on.';
export const secondFactorOff = 'This account has no second factor.';
export const alreadyAdministrator = 'This account is already an administrator.';
export const promotedEmailUnverified = 'This account must confirm its email first.';
export const notPromotable = 'This account is hidden, deleted or a sample.';
export const sessionOver = 'This device is already logged out.';
export const administratorNotSuspended = "You can't suspend an administrator.";
export const cannotFollowYourself = "You can't follow yourself";
export const suspended = 'This account is suspended. Our email says why and has a link to appeal.';
export const suspendedUntil = (time: string) =>
	`This account is suspended until ${time}. Our email says why and has a link to appeal.`;
type PostedItem = keyof typeof postedItems;

/** What an account does with an item that a daily limit counts. */
const postedItems = {
	ads: (most: number) => `post ${upTo(most, 'ad')}`,
	posts: (most: number) => `post ${upTo(most, 'post')}`,
	comments: (most: number) => `write ${upTo(most, 'comment')}`,
	reviews: (most: number) => `write ${upTo(most, 'review')}`,
	reports: (most: number) => `send ${upTo(most, 'report')}`,
	contacts: (most: number) => `contact sellers about ${upTo(most, 'ad')}`,
};

function upTo(most: number, noun: string): string {
	return plural(most, { one: `# ${noun}`, other: `up to # ${noun}s` });
}

export const mostADay = (most: number, what: PostedItem) =>
	`You can ${postedItems[what](most)} a day. Please come back tomorrow.`;
export const mostOnFirstDay = (most: number, what: PostedItem) =>
	`New accounts can ${postedItems[what](most)} on the first day. Please come back tomorrow.`;
export const mostUnconfirmed = (most: number, what: PostedItem, mostConfirmed: number) =>
	`New accounts can ${postedItems[what](most)} on the first day. Confirm your email to raise the limit to ${mostConfirmed}, or come back tomorrow.`;
export const noneUnconfirmed = (what: PostedItem, mostConfirmed: number) =>
	`Please confirm your email first. Then you can ${postedItems[what](mostConfirmed)} on the first day.`;

export const numberLinkOver = 'This link has expired or was used. Log in to change your numbers.';

/** Answer to an API token. */
export const tokenChangesNoNumber =
	"An API token can't change phone numbers. Use a number of your account, or log in to change it.";
