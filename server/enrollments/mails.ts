import { brand } from '../../contract/brand.ts';
import { formatNaira } from '../../contract/money.ts';
import { coursePath, enrollmentPath } from '../../contract/page-paths.ts';
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
	const standing = `See where your request stands:\n${page}`;
	const price = formatNaira(row.price_kobo);

	function howToPay(): string[] {
		if (row.state !== 'awaiting_payment') return [];
		if (ways.online) return [`The course costs ${price}. Pay by card, transfer or USSD here:\n${page}`];
		if (ways.bankDetails === null) return [`The course costs ${price}. We will tell you how to pay.`, standing];
		return [
			`The course costs ${price}. Please transfer it to:\n${ways.bankDetails}`,
			`Write this reference with the transfer: ${row.reference}`,
			`Then send us a picture of the receipt here, and see where your request stands:\n${page}`,
		];
	}

	function compose(subject: string, ...paragraphs: string[]) {
		return { subject, text: [greetingOf(row.name), ...paragraphs, `Your ${brand.name}`].join('\n\n') };
	}

	const request = row.state === 'awaiting_payment' ? howToPay() : ['We will be in touch.', standing];
	const notYou = 'If it was not you who asked, you can ignore this mail.';
	switch (kind) {
		case 'received':
			return compose(
				`Your request for ${course}`,
				`We have your request for the course ${course}.`,
				...request,
				notYou,
			);
		case 'repeated':
			return compose(
				`You have asked for ${course} already`,
				`You asked for the course ${course} again. Your first request stands, and there is no need for another.`,
				...(row.state === 'requested' || row.state === 'awaiting_payment' ? request : [standing]),
				notYou,
			);
		case 'asked':
			return compose(`You can pay for ${course} now`, `There is a place for you in ${course}.`, ...howToPay());
		case 'paid':
			return compose(
				`Your payment for ${course} is confirmed`,
				`Thank you: ${price} for ${course} has come in.`,
				standing,
			);
		case 'active':
			return compose(
				`Start learning: ${course}`,
				`The course ${course} is open for you.`,
				row.account_id === null
					? `To learn, make an account with this very e-mail address (${row.email}) and confirm the address; the course is then in it:\n${publicUrl}/signup`
					: `Start here:\n${publicUrl}${coursePath(row.course_id)}`,
				standing,
			);
		case 'cancelled':
			return compose(
				`Your request for ${course} was cancelled`,
				`Your request for the course ${course} was cancelled. If you still want to learn it, ask for it again:\n${publicUrl}${coursePath(row.course_id)}`,
			);
		case 'refunded':
			return compose(
				`Your payment for ${course} was returned`,
				`${price} for ${course} was returned to you. Banks may take a few days until you see it.`,
			);
	}
}

/** Anyone can have us write to anyone: the name they type is not to carry a link or a message of their own. */
function greetingOf(name: string): string {
	const line = name.replace(/\s+/g, ' ');
	return /\w\.\w|\/\//.test(line) ? 'Hello,' : `Hello ${line},`;
}
