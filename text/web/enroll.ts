// What the form for a place in a course says.
export const title = 'Enroll in this course';
export const hint = "Tell us how to reach you. We'll email you how to pay.";
export const sending = 'Sending your request';
export const failed = (reason: string) => `We couldn't send your request. ${reason}`;
export const enrolling = 'Enrolling...';
export const enroll = 'Enroll Now';
export const privacyHint = 'We only use this for your request. See our <privacy>privacy page</privacy>';
