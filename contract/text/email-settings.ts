// What the settings of the email address say.
export const confirmed = 'Confirmed';
export const temporaryAddress = 'Made up for the first log-in: nothing arrives there';
export const unconfirmed = 'Not confirmed yet';
export const purpose = 'You log in with it. Others never see it.';
export const keepCurrent = 'Keep the present address';
export const change = 'Change email';
export const newEmail = 'New email';
export const newEmailHint = 'We send a link there. Your address changes once you have opened it.';
export const sendLink = 'Send the link';
export const changePending = 'To move to <email/> open the link we sent there.';
