import { formatNaira } from '../../contract/money.ts';
import { coursePath, enrollmentPath } from '../../contract/page-paths.ts';
import * as mailsText from '../../contract/text/mails.ts';
import * as mailsEnrollmentsText from '../../contract/text/mails-enrollments.ts';
import { getCourseTitle, type PaymentOptions } from './present.ts';
import type { EnrollmentRow } from './tables.ts';

/** `asked`: an administrator asks for the payment; `repeated`: the address has requested the course again. */
export type MailKind = 'received' | 'repeated' | 'asked' | 'paid' | 'active' | 'cancelled' | 'refunded';

export interface MailContext {
	publicId: string;
	paymentOptions: PaymentOptions;
	/** Without a trailing slash. */
	publicUrl: string;
}

export function composeMail(
	kind: MailKind,
	row: EnrollmentRow,
	{ publicId, paymentOptions, publicUrl }: MailContext,
): { subject: string; text: string } {
	const course = getCourseTitle(row);
	const pageUrl = `${publicUrl}${enrollmentPath(publicId)}`;
	const statusLine = mailsEnrollmentsText.viewStatus(pageUrl);
	const price = formatNaira(row.price_kobo);

	function paymentInstructions(): string[] {
		if (row.state !== 'awaiting_payment') return [];
		if (paymentOptions.online) return [mailsEnrollmentsText.payOnline(price, pageUrl)];
		if (paymentOptions.bankDetails === null) return [mailsEnrollmentsText.payLater(price), statusLine];
		return [
			mailsEnrollmentsText.payByTransfer(price, paymentOptions.bankDetails),
			mailsEnrollmentsText.writeReference(row.reference),
			mailsEnrollmentsText.sendReceipt(pageUrl),
		];
	}

	function compose(subject: string, ...paragraphs: string[]) {
		return { subject, text: [composeGreeting(row.name), ...paragraphs, mailsText.signature].join('\n\n') };
	}

	const nextSteps =
		row.state === 'awaiting_payment' ? paymentInstructions() : [mailsEnrollmentsText.inTouch, statusLine];
	switch (kind) {
		case 'received':
			return compose(
				mailsEnrollmentsText.receivedSubject(course),
				mailsEnrollmentsText.received(course),
				...nextSteps,
				mailsEnrollmentsText.notYou,
			);
		case 'repeated':
			return compose(
				mailsEnrollmentsText.repeatedSubject(course),
				mailsEnrollmentsText.repeated(course),
				...(row.state === 'requested' || row.state === 'awaiting_payment' ? nextSteps : [statusLine]),
				mailsEnrollmentsText.notYou,
			);
		case 'asked':
			return compose(
				mailsEnrollmentsText.askedSubject(course),
				mailsEnrollmentsText.asked(course),
				...paymentInstructions(),
			);
		case 'paid':
			return compose(mailsEnrollmentsText.paidSubject(course), mailsEnrollmentsText.paid(price, course), statusLine);
		case 'active':
			return compose(
				mailsEnrollmentsText.activeSubject(course),
				mailsEnrollmentsText.active(course),
				row.account_id === null
					? mailsEnrollmentsText.activeWithoutAccount(row.email, `${publicUrl}/signup`)
					: mailsEnrollmentsText.startHere(`${publicUrl}${coursePath(row.course_id)}`),
				statusLine,
			);
		case 'cancelled':
			return compose(
				mailsEnrollmentsText.cancelledSubject(course),
				mailsEnrollmentsText.cancelled(course, `${publicUrl}${coursePath(row.course_id)}`),
			);
		case 'refunded':
			return compose(mailsEnrollmentsText.refundedSubject(course), mailsEnrollmentsText.refunded(price, course));
	}
}

/** Omits names that contain a link, because anyone can enter a name with another person's address. */
function composeGreeting(name: string): string {
	const line = name.replace(/\s+/g, ' ');
	return /\w\.\w|\/\//.test(line) ? mailsText.greetingNameless : mailsText.greeting(line);
}
