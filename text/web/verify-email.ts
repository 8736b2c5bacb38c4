// Sentences where an email address is confirmed.
export const resend = 'Resend link';
export const resent = 'Link sent. Check your spam folder too.';
export const confirming = 'Confirming your email';
export const pageTitle = 'Confirm your email';
export const confirmedTitle = 'Your email is confirmed';
export const confirmedHint = "Thank you. You're ready to post your first ad.";
export const failedTitle = "We couldn't confirm your email";
