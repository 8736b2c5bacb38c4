import type { EnrollmentState } from '../../contract/enrollments.ts';
import * as enrollmentsText from '../../contract/text/enrollments.ts';
import { Badge } from '../ui/badge.tsx';

const looks = {
	requested: 'quiet',
	awaiting_payment: 'marigold',
	paid: 'leaf',
	active: 'leaf',
	cancelled: 'quiet',
	refunded: 'quiet',
} as const satisfies Record<EnrollmentState, unknown>;

/** Every state, in the order in which a request goes through them. */
export const stateNames = Object.keys(looks) as EnrollmentState[];

export function EnrollmentStateBadge({ state }: { state: EnrollmentState }) {
	return <Badge look={looks[state]}>{enrollmentsText.states[state]}</Badge>;
}
