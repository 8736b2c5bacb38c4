import type { Enrollment, EnrollmentState } from '../../contract/enrollments.ts';

export interface Stage {
	state: EnrollmentState;
	/** When it was reached; null where it lies ahead or was left out. */
	at: string | null;
	face: 'done' | 'current' | 'ahead' | 'ended';
}

const way = ['requested', 'awaiting_payment', 'paid', 'active'] as const;

/** From the request to the course: what lies behind, where it stands, what is ahead. One that has ended shows what happened. */
export function journeyOf({ state, steps }: Pick<Enrollment, 'state' | 'steps'>): Stage[] {
	// One that was opened again may have been here before: the last time counts.
	const at = (state: EnrollmentState) => steps.findLast((step) => step.state === state)?.at ?? null;
	if (state === 'cancelled' || state === 'refunded') {
		const behind = way.filter((stage) => at(stage) !== null);
		return [
			...behind.map((stage): Stage => ({ state: stage, at: at(stage), face: 'done' })),
			{ state, at: at(state), face: 'ended' },
		];
	}
	const here = way.indexOf(state);
	return way.map((stage, place) => ({
		state: stage,
		at: place <= here ? at(stage) : null,
		face: place < here || state === 'active' ? 'done' : place === here ? 'current' : 'ahead',
	}));
}
