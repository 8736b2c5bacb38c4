import type { Enrollment, EnrollmentState } from '../../contract/enrollments/enrollments.ts';

export interface Stage {
	state: EnrollmentState;
	/** Time at which the enrollment reached the stage; null if the stage is ahead or was skipped. */
	at: string | null;
	status: 'done' | 'current' | 'ahead' | 'ended';
}

const stageOrder = ['requested', 'awaiting_payment', 'paid', 'active'] as const;

/** Returns an enrollment's stages from request to active course. For an ended enrollment: the stages it reached, then its end. */
export function getStages({ state, steps }: Pick<Enrollment, 'state' | 'steps'>): Stage[] {
	// A reopened enrollment may have reached a stage twice. The last time counts.
	const getReachedAt = (state: EnrollmentState) => steps.findLast((step) => step.state === state)?.at ?? null;
	if (state === 'cancelled' || state === 'refunded') {
		const reached = stageOrder.filter((stage) => getReachedAt(stage) !== null);
		return [
			...reached.map((stage): Stage => ({ state: stage, at: getReachedAt(stage), status: 'done' })),
			{ state, at: getReachedAt(state), status: 'ended' },
		];
	}
	const currentIndex = stageOrder.indexOf(state);
	return stageOrder.map((stage, index) => ({
		state: stage,
		at: index <= currentIndex ? getReachedAt(stage) : null,
		status: index < currentIndex || state === 'active' ? 'done' : index === currentIndex ? 'current' : 'ahead',
	}));
}
