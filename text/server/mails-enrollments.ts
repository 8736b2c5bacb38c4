// What mails about enrollments say.
export const viewStatus = 'View status';
export const payNow = 'Pay now';
export const sendReceipt = 'Send receipt';
export const startLearning = 'Start learning';
export const createAccount = 'Create account';
export const viewCourse = 'View course';

/** Labels of what a transfer needs. */
export const transfer = { amount: 'Amount', account: 'Account', reference: 'Reference' };

export const payToSecure = (price: string, course: string) => `Pay ${price} to secure your place in ${course}.`;
export const payOnline = 'You can pay by card, transfer or USSD. Your course opens as soon as you pay.';
export const payByTransfer =
	'Transfer the exact amount. Put the reference in the narration so we can match your payment.';
export const sendReceiptHint = 'Then send us a photo of the receipt.';
export const payLater = (course: string) => `We'll email you how to pay for ${course}.`;
export const payLaterHint = (price: string) => `Please don't pay anyone before that. The course costs ${price}.`;

export const receivedSubject = (course: string) => `We received your request for ${course}`;
export const repeatedSubject = (course: string) => `You already requested ${course}`;
export const repeated = "You don't need to request it again.";
export const askedSubject = (course: string) => `Your place in ${course} is reserved`;
export const paidSubject = (course: string) => `Your payment for ${course} is confirmed`;
export const paid = (course: string) => `We're opening ${course} for you now.`;
export const paidHint = (price: string) => `We received ${price}. Thank you! We'll email you when you can start.`;
export const activeSubject = (course: string) => `Your course is open: ${course}`;
export const active = (course: string) => `You can start ${course} now.`;
export const activeHint = 'Learn at your own pace, and tick each module when you finish it.';
export const activeWithoutAccount = (course: string) => `One more step and you can start ${course}.`;
export const signUpToStart = (email: string) => `Sign up with this email (${email}) and confirm it.`;
export const cancelledSubject = (course: string) => `Your request for ${course} was cancelled`;
export const cancelled = (course: string) => `Your request for ${course} is closed, so please don't pay for it.`;
export const cancelledHint = 'If you still want the course, you can request it again anytime.';
export const refundedSubject = (course: string) => `Your payment for ${course} was refunded`;
export const refunded = (price: string) => `We sent ${price} back to you.`;
export const refundedHint = 'It can take a few days to reach your bank account.';

/** In place of a course name that contains a link. */
export const unnamedCourse = 'your course';
