// What the pages say that test push messages.
export const userId = 'User ID';
export const userIdPlaceholder = 'Enter User ID';
export const submit = 'Send Notification';
export const tokenLead = 'Permission will be requested and the token sent to the backend.';
export const tokenSent = 'The token of this browser was sent.';
export const tokenNeedsAccount = 'A token belongs to an account.';
export const title = 'Send a test notification';
export const lead = (userId: number) =>
	`It goes to every browser that the account has turned notifications on in. Your own user ID is ${userId}.`;
export const logInHint = 'Log in to send one to your own browsers.';
