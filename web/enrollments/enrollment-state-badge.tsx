import type { EnrollmentState } from '../../contract/enrollments/enrollments.ts';
import * as enrollmentsText from '../../text/web/enrollments.ts';
import { Badge } from '../ui/badge.tsx';

const badgeVariants = {
	requested: 'quiet',
	awaiting_payment: 'marigold',
	paid: 'leaf',
	active: 'leaf',
	cancelled: 'quiet',
	refunded: 'quiet',
} as const satisfies Record<EnrollmentState, unknown>;

export const enrollmentStates = Object.keys(badgeVariants) as EnrollmentState[];

export function EnrollmentStateBadge({ state }: { state: EnrollmentState }) {
	return <Badge variant={badgeVariants[state]}>{enrollmentsText.states[state]}</Badge>;
}
