// What the page of one's own enrollment says.
import { plural } from '../../contract/core/plural.ts';

export const helpQuestion = (courseTitle: string) =>
	`Hello, I have a question about my enrollment in "${courseTitle}".`;
export const help = 'Need help?';
export const askOnWhatsapp = 'Ask us on WhatsApp';
export const requestedTitle = 'We received your request';
export const requestedHint = "We'll email you how to pay. You can close this page: the email brings you back.";
export const paidTitle = 'Payment received. Thank you!';
export const paidHint = "We're opening your course now. We'll email you when it's ready.";
export const cancelledTitle = 'This request was cancelled';
export const seeCourseAgain = 'View the course';
export const cancelledHint = "You don't need to pay anything. You can enroll again anytime.";
export const refundedTitle = 'Your payment was refunded';
export const refundedHint = 'It can take a few days to reach your bank account.';
export const openTitle = 'Your course is open';
export const logInToLearn = 'Log in to start learning';
export const logInToLearnHint = 'The course is in the account with your email.';
export const startLearning = 'Start learning';
export const startLearningHint = 'Welcome! Learn at your own pace, and tick each module when you finish it.';
export const signUp = 'Create an account';
export const logIn = 'I have an account: log in';
export const accountHint =
	'To learn, you need an account with the email you enrolled with. Confirm that email and your course opens.';
export const confirmEmailTitle = 'One more step: confirm your email';
export const otherAccountTitle = 'This course belongs to another email';
export const title = 'Your enrollment';
export const loadFailed = "We couldn't load your enrollment";
export const learner = (name: string) => `Enrollment of ${name}`;
export const loading = 'Loading your enrollment';
export const transferTitle = 'Pay by bank transfer';
export const transferHint =
	'Transfer the exact amount. Put the reference in the narration so we can match your payment.';
export const payOnline = 'Pay online';
export const payOnlineHint = 'By card, bank transfer or USSD. Your course opens as soon as you pay.';
export const openingPayment = 'Opening the payment page...';
export const pay = (price: string) => `Pay now: ${price}`;
export const paystackHint = "You pay on Paystack's page. We never see your card details.";
export const paymentMissingTitle = "We haven't received your payment yet";
export const paymentMissingHint =
	"If you have paid, please wait: some banks take a few minutes. We'll email you when it arrives. If not, you can pay below.";
export const checkPayment = 'Check again';
export const noPaymentTitle = "We'll tell you how to pay";
export const noPaymentHint = (price: string) =>
	`We'll email you where to send ${price}. Please don't pay anyone before that.`;
export const waitingForPayment = 'Waiting for your payment';
export const waitingTitle = 'Waiting for your payment to arrive';
export const waitingHint = "This can take a minute. Don't pay again. You can close this page: we'll email you too.";
export const proofTitle = 'Send proof of payment';
export const proofHint = 'A screenshot or photo of the receipt. Only you and our team can see it.';
export const chooseProofLabel = 'Choose a photo of your receipt';
export const dropHint = (megabytes: number) => `Or drop it here. Up to ${megabytes} MB each.`;
export const sentProofs = 'Sent';
export const tooManyProofs = (most: number) => `You can send up to ${most} pictures at once`;
export const shrinking = 'Making it smaller...';
export const sendingProof = (name: string) => `Sending ${name}`;
export const removeProof = (name: string) => `Remove ${name}`;
export const confirmEmailHint =
	'Open the link we sent to <email/>. If you enrolled with that email, come back here to add your course.';
export const otherAccountHint =
	"You're logged in as <email/>. Log in or sign up with the email you enrolled with to open the course.";
/** What a transfer needs, each with a button that copies it. */
export const transfer = {
	account: { name: 'Account', copy: 'Copy account number', copied: 'Account number copied' },
	amount: { name: 'Amount', copy: 'Copy amount', copied: 'Amount copied' },
	reference: { name: 'Reference', copy: 'Copy reference', copied: 'Reference copied' },
};
export const copyFailed = "Your browser can't copy. Press and hold the text to select it.";
export const proofReceived =
	"<strong>We received your proof</strong>, sent <time/>. We'll check our bank account and email you, usually within a working day.";
export const sendProofs = (pictures: number) => plural(pictures, { one: 'Send picture', other: 'Send # pictures' });
export const proofsSent = (pictures: number) => plural(pictures, { one: 'Proof sent', other: '# pictures sent' });
export const unnamedProof = 'picture';
