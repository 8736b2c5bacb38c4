// What mails about enrollments say.
export const seeStanding = (page: string) => `See where your request stands:\n${page}`;
export const payOnline = (price: string, page: string) =>
	`The course costs ${price}. Pay by card, transfer or USSD here:\n${page}`;
export const payLater = (price: string) => `The course costs ${price}. We will tell you how to pay.`;
export const payByTransfer = (price: string, bankDetails: string) =>
	`The course costs ${price}. Please transfer it to:\n${bankDetails}`;
export const writeReference = (reference: string) => `Write this reference with the transfer: ${reference}`;
export const sendReceipt = (page: string) =>
	`Then send us a picture of the receipt here, and see where your request stands:\n${page}`;
export const inTouch = 'We will be in touch.';
export const notYou = 'If it was not you who asked, you can ignore this mail.';

export const receivedSubject = (course: string) => `Your request for ${course}`;
export const received = (course: string) => `We have your request for the course ${course}.`;
export const repeatedSubject = (course: string) => `You have asked for ${course} already`;
export const repeated = (course: string) =>
	`You asked for the course ${course} again. Your first request stands, and there is no need for another.`;
export const askedSubject = (course: string) => `You can pay for ${course} now`;
export const asked = (course: string) => `There is a place for you in ${course}.`;
export const paidSubject = (course: string) => `Your payment for ${course} is confirmed`;
export const paid = (price: string, course: string) => `Thank you: ${price} for ${course} has come in.`;
export const activeSubject = (course: string) => `Start learning: ${course}`;
export const active = (course: string) => `The course ${course} is open for you.`;
export const activeWithoutAccount = (email: string, page: string) =>
	`To learn, make an account with this very e-mail address (${email}) and confirm the address; the course is then in it:\n${page}`;
export const startHere = (page: string) => `Start here:\n${page}`;
export const cancelledSubject = (course: string) => `Your request for ${course} was cancelled`;
export const cancelled = (course: string, page: string) =>
	`Your request for the course ${course} was cancelled. If you still want to learn it, ask for it again:\n${page}`;
export const refundedSubject = (course: string) => `Your payment for ${course} was returned`;
export const refunded = (price: string, course: string) =>
	`${price} for ${course} was returned to you. Banks may take a few days until you see it.`;
