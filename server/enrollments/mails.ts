import { formatNaira } from '../../contract/money.ts';
import { coursePath, enrollmentPath } from '../../contract/page-paths.ts';
import * as mailsText from '../../contract/text/mails.ts';
import * as mailsEnrollmentsText from '../../contract/text/mails-enrollments.ts';
import { courseTitleOf, type WaysToPay } from './present.ts';
import type { EnrollmentRow } from './tables.ts';

/** `asked`: an administrator asks for the payment; `repeated`: the same address has asked for the same course again. */
export type MailKind = 'received' | 'repeated' | 'asked' | 'paid' | 'active' | 'cancelled' | 'refunded';

export interface MailParts {
	/** The unguessable id. */
	link: string;
	ways: WaysToPay;
	/** Without a slash at its end. */
	publicUrl: string;
}

/** What a learner is told, with the link to where the request stands. */
export function mailOf(
	kind: MailKind,
	row: EnrollmentRow,
	{ link, ways, publicUrl }: MailParts,
): { subject: string; text: string } {
	const course = courseTitleOf(row);
	const page = `${publicUrl}${enrollmentPath(link)}`;
	const standing = mailsEnrollmentsText.seeStanding(page);
	const price = formatNaira(row.price_kobo);

	function howToPay(): string[] {
		if (row.state !== 'awaiting_payment') return [];
		if (ways.online) return [mailsEnrollmentsText.payOnline(price, page)];
		if (ways.bankDetails === null) return [mailsEnrollmentsText.payLater(price), standing];
		return [
			mailsEnrollmentsText.payByTransfer(price, ways.bankDetails),
			mailsEnrollmentsText.writeReference(row.reference),
			mailsEnrollmentsText.sendReceipt(page),
		];
	}

	function compose(subject: string, ...paragraphs: string[]) {
		return { subject, text: [greetingOf(row.name), ...paragraphs, mailsText.signature].join('\n\n') };
	}

	const request = row.state === 'awaiting_payment' ? howToPay() : [mailsEnrollmentsText.inTouch, standing];
	switch (kind) {
		case 'received':
			return compose(
				mailsEnrollmentsText.receivedSubject(course),
				mailsEnrollmentsText.received(course),
				...request,
				mailsEnrollmentsText.notYou,
			);
		case 'repeated':
			return compose(
				mailsEnrollmentsText.repeatedSubject(course),
				mailsEnrollmentsText.repeated(course),
				...(row.state === 'requested' || row.state === 'awaiting_payment' ? request : [standing]),
				mailsEnrollmentsText.notYou,
			);
		case 'asked':
			return compose(mailsEnrollmentsText.askedSubject(course), mailsEnrollmentsText.asked(course), ...howToPay());
		case 'paid':
			return compose(mailsEnrollmentsText.paidSubject(course), mailsEnrollmentsText.paid(price, course), standing);
		case 'active':
			return compose(
				mailsEnrollmentsText.activeSubject(course),
				mailsEnrollmentsText.active(course),
				row.account_id === null
					? mailsEnrollmentsText.activeWithoutAccount(row.email, `${publicUrl}/signup`)
					: mailsEnrollmentsText.startHere(`${publicUrl}${coursePath(row.course_id)}`),
				standing,
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

/** Anyone can have us write to anyone: the name they type is not to carry a link or a message of their own. */
function greetingOf(name: string): string {
	const line = name.replace(/\s+/g, ' ');
	return /\w\.\w|\/\//.test(line) ? mailsText.greetingNameless : mailsText.greeting(line);
}
