// What the mail to the people of a breach and the security page say beside the text of the administrator.

export const subject = (brand: string) => `About your personal data on ${brand}`;
export const lead = 'Something happened to personal data of yours.';
export const label = 'What happened and what you can do';
export const questions = 'Reply to this email if you have questions.';
export const title = 'About your personal data';
export const loading = 'Loading our message about your data';
export const loadFailed = "We couldn't load our message about your data";
