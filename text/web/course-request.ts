// What the card of a course request says: what was sent, where we wrote, and what happens next.
import type { RequestStep } from '../../contract/enrollments/course-request-steps.ts';

export const title = 'Your request';
export const sentBy = 'From <name/>, sent <day/>.';
export const wroteTo = 'We wrote to <email/>.';
export const pay = (price: string) => `Pay ${price}`;
export const sendProof = 'Send proof';
export const checkingProof = 'Checking your proof';
export const viewRequest = 'View your request';
/** A label with the course, where several requests stand on one page. */
export const labelFor = (label: string, courseTitle: string) => `${label}: ${courseTitle}`;
/** Where a request stands. */
export const titles: Record<RequestStep, string> = {
	requested: 'We have your request',
	pay: 'Pay to secure your place',
	transfer: 'Pay to secure your place',
	checking: 'We have your proof',
	paid: 'We received your payment',
	cancelled: 'Your request was cancelled',
	refunded: 'Your payment was refunded',
};
/** What happens next. */
export const nextSteps: Record<RequestStep, string> = {
	requested: "We'll email you how to pay. Please don't pay anyone before that.",
	pay: 'Your course opens as soon as you pay.',
	transfer: 'Pay by bank transfer, then send us a photo of the receipt.',
	checking: "We're checking our bank account. You get our email within a working day.",
	paid: "We're opening your course now. We'll email you when it's ready.",
	cancelled: "You don't need to pay. You can start the course again anytime.",
	refunded: 'It can take a few days to reach your bank account.',
};
export const sentTitle = 'Request sent';
export const sentNext = 'Open that email to pay and follow your request. Check your spam folder too.';
export const unconfirmedNext = 'Confirm your email to see this request and its next step here.';
export const otherEmailNext =
	"This is not your account's email, so open the email we sent to pay and follow your request.";
export const confirmEmail = 'Confirm your email';
export const wrongEmail = 'Wrong email? Send a new request with the right one.';
export const remove = 'Remove from this device';
export const removed = 'Removed from this device. Your request stays with us.';
export const ownRequests = 'Your course requests';
