// What mails about enrollments say.
export const viewStatus = (page: string) => `View the status of your request:\n${page}`;
export const payOnline = (price: string, page: string) =>
	`The course costs ${price}. Pay by card, transfer or USSD here:\n${page}`;
export const payLater = (price: string) => `The course costs ${price}. We'll tell you how to pay.`;
export const payByTransfer = (price: string, bankDetails: string) =>
	`The course costs ${price}. Please transfer it to:\n${bankDetails}`;
export const writeReference = (reference: string) => `Put this reference in the narration: ${reference}`;
export const sendReceipt = (page: string) => `Then send us a photo of the receipt here:\n${page}`;
export const inTouch = "We'll be in touch.";
export const notYou = "If you didn't ask for this, ignore this email.";

export const receivedSubject = (course: string) => `We received your request for ${course}`;
export const received = (course: string) => `We received your request for the course ${course}.`;
export const repeatedSubject = (course: string) => `You already requested ${course}`;
export const repeated = (course: string) =>
	`You requested the course ${course} again. You don't need to: we still have your first request.`;
export const askedSubject = (course: string) => `You can pay for ${course} now`;
export const asked = (course: string) => `Your place in ${course} is reserved.`;
export const paidSubject = (course: string) => `Your payment for ${course} is confirmed`;
export const paid = (price: string, course: string) => `Thank you. We received ${price} for ${course}.`;
export const activeSubject = (course: string) => `Start learning: ${course}`;
export const active = (course: string) => `The course ${course} is open for you.`;
export const activeWithoutAccount = (email: string, page: string) =>
	`To start, sign up with this email (${email}) and confirm it:\n${page}`;
export const startHere = (page: string) => `Start here:\n${page}`;
export const cancelledSubject = (course: string) => `Your request for ${course} was cancelled`;
export const cancelled = (course: string, page: string) =>
	`Your request for the course ${course} was cancelled. If you still want it, request it again:\n${page}`;
export const refundedSubject = (course: string) => `Your payment for ${course} was refunded`;
export const refunded = (price: string, course: string) =>
	`We refunded ${price} for ${course}. It can take a few days to reach your bank account.`;
