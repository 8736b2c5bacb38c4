import type { EnrollmentAction, EnrollmentState } from '../../contract/enrollments.ts';
import { Badge } from '../ui/badge.tsx';

const states = {
	requested: { word: 'Requested', look: 'quiet' },
	awaiting_payment: { word: 'Awaiting payment', look: 'marigold' },
	paid: { word: 'Paid', look: 'leaf' },
	active: { word: 'Active', look: 'leaf' },
	cancelled: { word: 'Cancelled', look: 'quiet' },
	refunded: { word: 'Refunded', look: 'quiet' },
} as const satisfies Record<EnrollmentState, unknown>;

/** Every state, in the order in which a request goes through them. */
export const stateNames = Object.keys(states) as EnrollmentState[];

/** A state in words. */
export function stateWord(state: EnrollmentState): string {
	return states[state].word;
}

export function EnrollmentStateBadge({ state }: { state: EnrollmentState }) {
	const { word, look } = states[state];
	return <Badge look={look}>{word}</Badge>;
}

interface ActionWords {
	/** What its button does. */
	button: string;
	/** Said once it is done. */
	done: string;
	/** Asked before it is done; none where it does no harm. */
	ask?: { title: string; description: string };
	danger?: true;
}

/** What an administrator can do with a request, in words. */
export const actionWords: Readonly<Record<EnrollmentAction, ActionWords>> = {
	ask_payment: { button: 'Ask for payment', done: 'It can be paid for now' },
	confirm_payment: {
		button: 'Confirm payment',
		done: 'Payment confirmed',
		ask: {
			title: 'Has the money arrived?',
			description:
				'Look into your bank account first: a picture of a transfer is easily made. The learner is told at once.',
		},
	},
	activate: { button: 'Activate', done: 'The course is open for the learner' },
	cancel: {
		button: 'Cancel request',
		done: 'Request cancelled',
		ask: {
			title: 'Cancel this request?',
			description:
				'It comes to nothing: nothing can be paid for it, and an open course is closed. The learner is told.',
		},
		danger: true,
	},
	refund: {
		button: 'Mark as refunded',
		done: 'Marked as refunded',
		ask: {
			title: 'Did you send the money back?',
			description:
				'This does not move any money, it closes the course for the learner. Send the money back yourself first.',
		},
		danger: true,
	},
	reopen: { button: 'Open again', done: 'The request is open again' },
};
