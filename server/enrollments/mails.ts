import { formatNaira } from '../../contract/core/money.ts';
import { coursePath, enrollmentPath } from '../../contract/core/page-paths.ts';
import { findCourse } from '../../contract/courses/course-catalogue.ts';
import type { EnrollmentState } from '../../contract/enrollments/enrollments.ts';
import * as mailsText from '../../text/server/mails.ts';
import * as mailsEnrollmentsText from '../../text/server/mails-enrollments.ts';
import { containsLink, type MailContent } from '../senders/mail/index.ts';
import { getCourseTitle, type PaymentOptions } from './present.ts';
import type { EnrollmentRow } from './tables.ts';

/** Kinds of mails. `asked`: an administrator asks for the payment; `repeated`: the address has requested the course again. */
export type MailKind = 'received' | 'repeated' | 'asked' | 'paid' | 'active' | 'cancelled' | 'refunded';

export interface MailContext {
	publicId: string;
	paymentOptions: PaymentOptions;
	/** URL of the site, without a trailing slash. */
	publicUrl: string;
}

export function composeEnrollmentMail(
	kind: MailKind,
	row: EnrollmentRow,
	{ publicId, paymentOptions, publicUrl }: MailContext,
): MailContent {
	const course = getCourseName(row);
	const coursePage = `${publicUrl}${coursePath(row.course_id)}`;
	const statusPage = `${publicUrl}${enrollmentPath(publicId)}`;
	const viewStatus = { label: mailsEnrollmentsText.viewStatus, url: statusPage };
	const price = formatNaira(row.price_kobo);

	/** Returns the part of the mail that says what a state means for the learner, and what to do next. */
	function describeState(state: EnrollmentState): Pick<MailContent, 'lead' | 'details' | 'paragraphs' | 'button'> {
		switch (state) {
			case 'requested':
				return describeLaterPayment();
			case 'awaiting_payment':
				return describePayment();
			case 'paid':
				return {
					lead: mailsEnrollmentsText.paid(course),
					paragraphs: [mailsEnrollmentsText.paidHint(price)],
					button: viewStatus,
				};
			case 'active':
				return row.account_id === null
					? {
							lead: mailsEnrollmentsText.activeWithoutAccount(course),
							paragraphs: [mailsEnrollmentsText.signUpToStart(row.email)],
							button: { label: mailsEnrollmentsText.createAccount, url: `${publicUrl}/signup` },
						}
					: {
							lead: mailsEnrollmentsText.active(course),
							paragraphs: [mailsEnrollmentsText.activeHint],
							button: { label: mailsEnrollmentsText.startLearning, url: coursePage },
						};
			case 'cancelled':
				return {
					lead: mailsEnrollmentsText.cancelled(course),
					...(findCourse(row.course_id) && {
						paragraphs: [mailsEnrollmentsText.cancelledHint],
						button: { label: mailsEnrollmentsText.viewCourse, url: coursePage },
					}),
				};
			case 'refunded':
				return {
					lead: mailsEnrollmentsText.refunded(price),
					paragraphs: [mailsEnrollmentsText.refundedHint],
					button: viewStatus,
				};
		}
	}

	function describeLaterPayment() {
		return {
			lead: mailsEnrollmentsText.payLater(course),
			paragraphs: [mailsEnrollmentsText.payLaterHint(price)],
			button: viewStatus,
		};
	}

	function describePayment() {
		const { online, bankDetails } = paymentOptions;
		if (online) {
			return {
				lead: mailsEnrollmentsText.payToSecure(price, course),
				paragraphs: [mailsEnrollmentsText.payOnline],
				button: { label: mailsEnrollmentsText.payNow, url: statusPage },
			};
		}
		if (bankDetails === null) return describeLaterPayment();
		const { amount, account, reference } = mailsEnrollmentsText.transfer;
		return {
			lead: mailsEnrollmentsText.payToSecure(price, course),
			details: [
				{ label: amount, text: price },
				{ label: account, text: bankDetails },
				{ label: reference, text: row.reference },
			],
			paragraphs: [mailsEnrollmentsText.payByTransfer, mailsEnrollmentsText.sendReceiptHint],
			button: { label: mailsEnrollmentsText.sendReceipt, url: statusPage },
		};
	}

	function getContent(): Omit<MailContent, 'name'> {
		const current = describeState(row.state);
		switch (kind) {
			case 'received':
				return { subject: mailsEnrollmentsText.receivedSubject(course), ...current, hint: mailsText.notYou };
			case 'repeated':
				return {
					subject: mailsEnrollmentsText.repeatedSubject(course),
					...current,
					paragraphs: [...(current.paragraphs ?? []), mailsEnrollmentsText.repeated],
					hint: mailsText.notYou,
				};
			case 'asked':
				return { subject: mailsEnrollmentsText.askedSubject(course), ...current };
			case 'paid':
				return { subject: mailsEnrollmentsText.paidSubject(course), ...describeState('paid') };
			case 'active':
				return { subject: mailsEnrollmentsText.activeSubject(course), ...describeState('active') };
			case 'cancelled':
				return { subject: mailsEnrollmentsText.cancelledSubject(course), ...describeState('cancelled') };
			case 'refunded':
				return { subject: mailsEnrollmentsText.refundedSubject(course), ...describeState('refunded') };
		}
	}

	return { name: row.name, ...getContent() };
}

/** Returns the name of the course. For a course that left the catalogue, the learner submitted the name, which may contain a link. */
function getCourseName(row: EnrollmentRow): string {
	const isSubmitted = findCourse(row.course_id) === null;
	return isSubmitted && containsLink(row.coursetype) ? mailsEnrollmentsText.unnamedCourse : getCourseTitle(row);
}
