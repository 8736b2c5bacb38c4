// What the API answers about courses, enrollments and payments.
export const certificateUnknown = 'There is no certificate with this code.';
export const moduleUnknown = 'There is no such module.';
export const learnersOnly = 'This is for learners of this course.';
export const courseTitleUnknown = 'There is no course of this title';
export const stepNotPossible = 'This cannot be done with the request as it is by now.';
export const nothingToPay = 'There is nothing to pay at the moment.';
export const tooManyProofs = (count: number) => `At most ${count} proofs: we will look at those you have sent.`;
export const requestUnknown = 'There is no such request.';
export const paymentServiceDown = 'The payment service does not answer. Nothing is lost: please try again in a minute.';
export const notPayableOnline = 'This cannot be paid online.';
export const newsNotSigned = 'This was not signed by the payment service.';
