import { findCourse } from '../../contract/course-catalogue.ts';
import { formatNaira } from '../../contract/money.ts';
import { coursePath, enrollmentPath } from '../../contract/page-paths.ts';
import * as mailsText from '../../contract/text/mails.ts';
import * as mailsEnrollmentsText from '../../contract/text/mails-enrollments.ts';
import { type ComposedMail, composeMail, containsLink, type MailContent } from '../platform/mail/index.ts';
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
): ComposedMail {
	const course = getCourseName(row);
	const coursePage = `${publicUrl}${coursePath(row.course_id)}`;
	const statusPage = `${publicUrl}${enrollmentPath(publicId)}`;
	const viewStatus = { label: mailsEnrollmentsText.viewStatus, url: statusPage };
	const price = formatNaira(row.price_kobo);

	/** Returns the part of the mail that says what the learner must do next, by the enrollment's current state. */
	function getNextStep(): Pick<MailContent, 'lead' | 'details' | 'paragraphs' | 'button'> {
		const { online, bankDetails } = paymentOptions;
		if (row.state !== 'requested' && row.state !== 'awaiting_payment') {
			return { lead: mailsEnrollmentsText.received(course), button: viewStatus };
		}
		if (row.state === 'awaiting_payment' && online) {
			return {
				lead: mailsEnrollmentsText.payToSecure(price, course),
				paragraphs: [mailsEnrollmentsText.payOnline],
				button: { label: mailsEnrollmentsText.payNow, url: statusPage },
			};
		}
		if (row.state === 'awaiting_payment' && bankDetails !== null) {
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
		return {
			lead: mailsEnrollmentsText.payLater(course),
			paragraphs: [mailsEnrollmentsText.payLaterHint(price)],
			button: viewStatus,
		};
	}

	function getContent(): Omit<MailContent, 'name'> {
		switch (kind) {
			case 'received':
				return {
					subject: mailsEnrollmentsText.receivedSubject(course),
					...getNextStep(),
					hint: mailsText.notYou,
				};
			case 'repeated': {
				const { paragraphs = [], ...nextStep } = getNextStep();
				return {
					subject: mailsEnrollmentsText.repeatedSubject(course),
					...nextStep,
					paragraphs: [...paragraphs, mailsEnrollmentsText.repeated],
					hint: mailsText.notYou,
				};
			}
			case 'asked':
				return { subject: mailsEnrollmentsText.askedSubject(course), ...getNextStep() };
			case 'paid':
				return {
					subject: mailsEnrollmentsText.paidSubject(course),
					lead: mailsEnrollmentsText.paid(course),
					paragraphs: [mailsEnrollmentsText.paidHint(price)],
					button: viewStatus,
				};
			case 'active':
				return row.account_id === null
					? {
							subject: mailsEnrollmentsText.activeSubject(course),
							lead: mailsEnrollmentsText.activeWithoutAccount(course),
							paragraphs: [mailsEnrollmentsText.signUpToStart(row.email)],
							button: { label: mailsEnrollmentsText.createAccount, url: `${publicUrl}/signup` },
						}
					: {
							subject: mailsEnrollmentsText.activeSubject(course),
							lead: mailsEnrollmentsText.active(course),
							paragraphs: [mailsEnrollmentsText.activeHint],
							button: { label: mailsEnrollmentsText.startLearning, url: coursePage },
						};
			case 'cancelled':
				return {
					subject: mailsEnrollmentsText.cancelledSubject(course),
					lead: mailsEnrollmentsText.cancelled(course),
					paragraphs: [mailsEnrollmentsText.cancelledHint],
					button: { label: mailsEnrollmentsText.viewCourse, url: coursePage },
				};
			case 'refunded':
				return {
					subject: mailsEnrollmentsText.refundedSubject(course),
					lead: mailsEnrollmentsText.refunded(price),
					paragraphs: [mailsEnrollmentsText.refundedHint],
					button: viewStatus,
				};
		}
	}

	return composeMail({ name: row.name, ...getContent() });
}

/** Returns the name of the course. For a course that left the catalogue, the learner submitted the name, which may contain a link. */
function getCourseName(row: EnrollmentRow): string {
	const isSubmitted = findCourse(row.course_id) === null;
	return isSubmitted && containsLink(row.coursetype) ? mailsEnrollmentsText.unnamedCourse : getCourseTitle(row);
}
