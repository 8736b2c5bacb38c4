// What the page of one's own enrollment says.
export const helpQuestion = (courseTitle: string) =>
	`Hello, I have a question about my enrollment in "${courseTitle}".`;
export const help = 'Something is not clear?';
export const askOnWhatsapp = 'Ask us on WhatsApp';
export const requestedTitle = 'We have your request';
export const requestedHint =
	'We look at it and write to you how to pay. You can close this page: the e-mail brings you back to it.';
export const paidTitle = 'Your payment has arrived. Thank you!';
export const paidHint = 'We open the course for you now, and write to you as soon as it is open.';
export const cancelledTitle = 'This request was cancelled';
export const seeCourseAgain = 'Look at the course again';
export const cancelledHint = 'Nothing is to be paid for it. You are welcome to enroll again at any time.';
export const refundedTitle = 'Your money was sent back';
export const refundedHint = 'Depending on your bank it can take some days until it arrives.';
export const openTitle = 'Your course is open';
export const logInToLearn = 'Log in to start learning';
export const logInToLearnHint = 'It belongs to the account with your e-mail address.';
export const startLearning = 'Start learning';
export const startLearningHint = 'Welcome. Take your time, and tick each module when you are done with it.';
export const signUp = 'Make an account';
export const logIn = 'I have one: log in';
export const accountHint =
	'To learn you need an account with the same e-mail address that you enrolled with. Confirm that address, and the course is yours.';
export const confirmEmailTitle = 'One more step: confirm your e-mail address';
export const otherAccountTitle = 'This course belongs to another e-mail address';
export const title = 'Your enrollment';
export const loadFailed = 'Your enrollment could not be loaded';
export const learner = (name: string) => `Enrollment of ${name}`;
export const loading = 'Loading your enrollment';
export const transferTitle = 'Pay by bank transfer';
export const transferHint =
	'Transfer the exact amount, and write the reference into the description: it tells us whose money it is.';
export const payOnline = 'Pay online';
export const payOnlineHint = 'By card, bank transfer or USSD. Your course opens as soon as the payment is there.';
export const openingPayment = 'Opening the payment page...';
export const pay = (price: string) => `Pay now: ${price}`;
export const paystackHint = "You pay on Paystack's own page. We never see your card.";
export const paymentMissingTitle = 'Your payment is not here yet';
export const paymentMissingHint =
	'If you have paid, there is nothing to do: some banks take a few minutes, and we write to you as soon as it arrives. If you did not finish paying, you can do it below.';
export const checkPayment = 'Look again';
export const noPaymentTitle = 'We tell you how to pay';
export const noPaymentHint = (price: string) =>
	`We write to you by e-mail where to send ${price}. Please pay nobody before that.`;
export const waitingForPayment = 'Waiting for your payment';
export const waitingTitle = 'Waiting for your payment to arrive';
export const waitingHint =
	'This takes a few seconds, sometimes a minute. You do not need to pay again, and you may close this page: we write to you as well.';
export const proofTitle = 'Send us a proof of your transfer';
export const proofHint = 'A screenshot or a photo of the receipt. Only you and the people who check it can see it.';
export const chooseProofLabel = 'Choose a picture of your transfer';
export const dropHint = (megabytes: number) => `Or drop it here. Up to ${megabytes} MB each.`;
export const sentProofs = 'What you have sent';
export const tooManyProofs = (most: number) => `At most ${most} pictures at once`;
export const shrinking = 'Making it smaller...';
export const sendingProof = (name: string) => `Sending ${name}`;
export const removeProof = (name: string) => `Remove ${name}`;
export const confirmEmailHint =
	'Open the link we sent to <email/>. If that is the address you enrolled with, your course is here as soon as you come back.';
export const otherAccountHint =
	'You are logged in as <email/>. Log in with the account of the address you enrolled with, or make one, and the course is there.';
/** What a transfer needs, each with a button that copies it. */
export const transfer = {
	account: { name: 'Account', copy: 'Copy the account number', copied: 'Account number copied' },
	amount: { name: 'Amount', copy: 'Copy the amount', copied: 'Amount copied' },
	reference: { name: 'Reference', copy: 'Copy the reference', copied: 'Reference copied' },
};
export const copyFailed = 'Your browser does not copy. Hold the text to select it.';
export const proofReceived =
	'<strong>We have your proof</strong>, sent <time/>. We compare it with our account and write to you as soon as your course is open, as a rule within a working day.';
export const sendProofs = (pictures: number) => (pictures > 1 ? `Send ${pictures} pictures` : 'Send the picture');
export const proofsSent = (pictures: number) =>
	pictures === 1 ? 'Your proof is sent' : `${pictures} pictures are sent`;
export const unnamedProof = 'picture';
