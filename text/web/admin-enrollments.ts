// What the administration's pages of enrollments say.
import type { EnrollmentAction } from '../../contract/enrollments/enrollments.ts';

export const dismiss = 'Not now';
export const enrollment = 'Enrollment';
export const allEnrollments = 'All enrollments';
export const noSuchEnrollment = 'Enrollment not found';
export const noSuchEnrollmentHint = "It may have been removed with the learner's account.";
export const enrollmentLoadFailed = "We couldn't load this enrollment";
export const attentionHint = 'Add a note or take the next step to clear this.';
export const greeting = (name: string, courseTitle: string) =>
	`Hello ${name}, this is about your enrollment in "${courseTitle}".`;
export const noAccount = 'None yet';
export const payments = 'Online payments';
export const noPayments = 'No online payment yet.';
export const notInNaira = '(not in naira)';
export const tooLittle = '(less than the price)';
export const history = 'History';
export const loadingEnrollment = 'Loading enrollment';
export const exportCsv = 'Export CSV';
export const searchPlaceholder = 'Name, email, phone, reference';
export const proofToCheck = 'Proof to check';
export const needsAttention = 'Needs attention';
export const noteAdded = 'Note added';
export const notes = 'Notes';
export const note = 'New note';
export const noteHint = 'Only administrators can see it.';
export const addNote = 'Add note';
export const listText = {
	loading: 'Loading enrollments',
	loadFailed: "We couldn't load the enrollments",
	emptyTitle: 'No enrollments yet',
	emptyHint: 'New course requests appear here.',
};
export const seeAll = 'See all enrollments';
export const nothingFoundHint = 'Try fewer filters or different words.';
export const proofs = 'Payment proofs';
export const noProofs = 'No proof sent yet.';
export const email = 'Email';
export const account = 'Account';
export const reference = 'Reference';
export const wrote = 'Message';
/** What the buttons say. */
export const actions: Record<EnrollmentAction, string> = {
	ask_payment: 'Request payment',
	confirm_payment: 'Confirm payment',
	activate: 'Activate',
	cancel: 'Cancel request',
	refund: 'Mark as refunded',
	reopen: 'Reopen',
};
/** Said once it is done. */
export const actionsDone: Record<EnrollmentAction, string> = {
	ask_payment: 'The learner can pay now',
	confirm_payment: 'Payment confirmed',
	activate: 'The course is open for the learner',
	cancel: 'Request cancelled',
	refund: 'Marked as refunded',
	reopen: 'Request reopened',
};
/** Asked before it is done; none where it does no harm. */
export const actionQuestions: Partial<Record<EnrollmentAction, { title: string; description: string }>> = {
	confirm_payment: {
		title: 'Has the money arrived?',
		description: 'Check your bank account first: a receipt can be faked. We email the learner immediately.',
	},
	cancel: {
		title: 'Cancel this request?',
		description: 'The learner can no longer pay or open the course. We email them about it.',
	},
	refund: {
		title: 'Have you sent the money back?',
		description: "This closes the course for the learner. It doesn't send any money, so send it back first.",
	},
};
