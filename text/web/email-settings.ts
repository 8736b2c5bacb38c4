// What the settings of the email address say.
export const confirmed = 'Confirmed';
export const temporaryAddress = "Temporary address: it can't receive mail";
export const unconfirmed = 'Not confirmed yet';
export const purpose = 'You use it to log in. Others never see it.';
export const keepCurrent = 'Keep my current email';
export const change = 'Change email';
export const newEmail = 'New email';
export const newEmailHint = 'We send a link there. Open it to change your email.';
export const sendLink = 'Send link';
export const changePending = 'To switch to <email/>, open the link we sent there.';
