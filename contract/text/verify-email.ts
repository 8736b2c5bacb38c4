// What is said where an email address is confirmed.
export const resend = 'Send the link again';
export const resent = 'The link is on its way. Look among spam, too.';
export const confirming = 'Confirming your email address';
export const pageTitle = 'Confirm your email';
export const confirmedTitle = 'Your email address is confirmed';
export const confirmedHint = 'Thank you. Everything is ready for your first ad.';
export const failedTitle = 'We could not confirm your email';
