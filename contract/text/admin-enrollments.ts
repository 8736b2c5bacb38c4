// What the administration's pages of enrollments say.
import type { EnrollmentAction } from '../enrollments.ts';

export const dismiss = 'Not now';
export const enrollment = 'Enrollment';
export const allEnrollments = 'All enrollments';
export const noSuchEnrollment = 'There is no such enrollment';
export const noSuchEnrollmentHint = 'It may have been removed with the account of its learner.';
export const enrollmentLoadFailed = 'This enrollment could not be loaded';
export const attentionHint = 'A note or the next step marks it as looked at.';
export const greeting = (name: string, courseTitle: string) =>
	`Hello ${name}, this is about your enrollment in "${courseTitle}".`;
export const noAccount = 'None yet';
export const payments = 'Online payments';
export const noPayments = 'None was begun.';
export const notInNaira = '(not in naira)';
export const tooLittle = '(less than the price)';
export const history = 'History';
export const loadingEnrollment = 'Loading the enrollment';
export const exportCsv = 'Export CSV';
export const searchPlaceholder = 'Name, e-mail, number, reference';
export const needsAttention = 'Needs a look';
export const noteAdded = 'Note added';
export const notes = 'Notes';
export const note = 'New note';
export const noteHint = 'Only administrators see it.';
export const addNote = 'Add note';
export const loadFailed = 'The enrollments could not be loaded';
export const loading = 'Loading the enrollments';
export const emptyTitle = 'Nobody has asked for a course yet';
export const emptyHint = 'As soon as somebody does, it stands here.';
export const seeAll = 'See all enrollments';
export const nothingFoundHint = 'Try it with fewer filters or other words.';
export const proofs = 'Proofs of transfer';
export const noProofs = 'None was sent.';
export const email = 'E-mail';
export const account = 'Account';
export const reference = 'Reference';
export const wrote = 'Wrote';
/** What the buttons say. */
export const actions: Record<EnrollmentAction, string> = {
	ask_payment: 'Ask for payment',
	confirm_payment: 'Confirm payment',
	activate: 'Activate',
	cancel: 'Cancel request',
	refund: 'Mark as refunded',
	reopen: 'Open again',
};
/** Said once it is done. */
export const actionsDone: Record<EnrollmentAction, string> = {
	ask_payment: 'It can be paid for now',
	confirm_payment: 'Payment confirmed',
	activate: 'The course is open for the learner',
	cancel: 'Request cancelled',
	refund: 'Marked as refunded',
	reopen: 'The request is open again',
};
/** Asked before it is done; none where it does no harm. */
export const actionQuestions: Partial<Record<EnrollmentAction, { title: string; description: string }>> = {
	confirm_payment: {
		title: 'Has the money arrived?',
		description:
			'Look into your bank account first: a picture of a transfer is easily made. The learner is told at once.',
	},
	cancel: {
		title: 'Cancel this request?',
		description: 'It comes to nothing: nothing can be paid for it, and an open course is closed. The learner is told.',
	},
	refund: {
		title: 'Did you send the money back?',
		description:
			'This does not move any money, it closes the course for the learner. Send the money back yourself first.',
	},
};
