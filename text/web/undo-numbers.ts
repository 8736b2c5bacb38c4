// Sentences of the page that puts former phone numbers back.
export const title = 'Put your numbers back?';
export const lead = 'Customers then reach you on the numbers that you had before the change in our email.';
export const restore = 'Put my numbers back';
export const restoredTitle = 'Your numbers are back';
export const restoredHint =
	'Somebody may still be logged in to your account. Choose a new password now, which logs them out everywhere.';
export const choosePassword = 'Choose a new password';
export const seeNumbers = 'See your numbers';
