// Sentences of the pages that test push messages.
export const userId = 'User ID';
export const userIdPlaceholder = 'Enter User ID';
export const submit = 'Send Notification';
export const tokenLead = 'Permission will be requested and the token sent to the backend.';
export const tokenSent = "We sent this browser's token.";
export const tokenNeedsAccount = 'Log in to send your token.';
export const title = 'Send a test notification';
export const lead = (userId: number) => `We send it to every browser with notifications on. Your user ID is ${userId}.`;
export const logInHint = 'Log in to send a test to your browsers.';
