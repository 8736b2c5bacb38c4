// What the API answers about courses, enrollments and payments.
export const certificateUnknown = 'No certificate has this code.';
export const moduleUnknown = 'Module not found.';
export const learnersOnly = 'Only learners of this course can open this.';
export const courseTitleUnknown = 'No course has this title';
export const stepNotPossible = 'This is no longer possible: the request has changed.';
export const nothingToPay = 'There is nothing to pay right now.';
export const tooManyProofs = (count: number) => `You can send up to ${count} proofs. We'll check the ones you sent.`;
export const requestUnknown = 'Request not found.';
export const paymentServiceDown = 'The payment service is not responding. Please try again in a minute.';
export const notPayableOnline = "You can't pay for this online.";
export const signatureInvalid = 'The signature does not match the payment service.';
