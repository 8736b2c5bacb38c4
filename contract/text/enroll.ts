// What the form for a place in a course says.
export const title = 'Enroll in this course';
export const hint = 'Tell us how to reach you. You pay later: we write to you how.';
export const sending = 'Sending your request';
export const failed = (reason: string) => `Your request was not sent. ${reason}`;
export const enrolling = 'Enrolling...';
export const enroll = 'Enroll Now';
export const privacyHint = 'We use this for your request alone: see the <privacy>privacy page</privacy>';
