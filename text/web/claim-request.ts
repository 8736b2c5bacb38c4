// The question about a course request that somebody sent with the reader's email address.
export const title = 'Is this your request?';
export const sent = (name: string, course: string) => `Somebody asked for “${course}” with your email, as ${name}.`;
export const name = 'Your name';
export const nameHint = 'We print it on your certificate.';
export const mine = "Yes, it's mine";
export const notMine = "No, it isn't mine";
export const added = 'Added to your courses';
export const declineTitle = 'Not your request?';
export const declineHint = "We won't ask again. The link in our email still adds it to your courses.";
export const declined = "OK. We won't add it to your courses.";
export const loading = 'Looking for your request';
export const loadFailed = "We couldn't find out if this is your request";
