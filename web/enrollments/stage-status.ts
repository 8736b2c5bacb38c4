import type { Enrollment, EnrollmentState } from '../../contract/enrollments.ts';

export interface Stage {
	state: EnrollmentState;
	/** When it was reached; null where it lies ahead or was left out. */
	at: string | null;
	status: 'done' | 'current' | 'ahead' | 'ended';
}

const stageOrder = ['requested', 'awaiting_payment', 'paid', 'active'] as const;

/** From the request to the course: what lies behind, where it stands, what is ahead. One that has ended shows what happened. */
export function getStages({ state, steps }: Pick<Enrollment, 'state' | 'steps'>): Stage[] {
	// One that was opened again may have been here before: the last time counts.
	const getReachedAt = (state: EnrollmentState) => steps.findLast((step) => step.state === state)?.at ?? null;
	if (state === 'cancelled' || state === 'refunded') {
		const reached = stageOrder.filter((stage) => getReachedAt(stage) !== null);
		return [
			...reached.map((stage): Stage => ({ state: stage, at: getReachedAt(stage), status: 'done' })),
			{ state, at: getReachedAt(state), status: 'ended' },
		];
	}
	const currentIndex = stageOrder.indexOf(state);
	return stageOrder.map((stage, place) => ({
		state: stage,
		at: place <= currentIndex ? getReachedAt(stage) : null,
		status: place < currentIndex || state === 'active' ? 'done' : place === currentIndex ? 'current' : 'ahead',
	}));
}
