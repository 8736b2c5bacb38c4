// The question about a course request that somebody sent with the reader's email address.
export const title = 'Is this your request?';
export const sent = (name: string, course: string) => `Somebody asked for “${course}” with your email, as ${name}.`;
export const name = 'Your name';
export const nameHint = 'We print it on your certificate.';
export const mine = "Yes, it's mine";
export const notMine = "No, it isn't mine";
export const added = 'Added to your courses';
export const declined = "We won't add it to your account";
