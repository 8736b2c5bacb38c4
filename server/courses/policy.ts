import type { Actor } from '../http/index.ts';
import type { LearnerRow } from './tables.ts';

/** Learners of the course and administrators may read its modules. */
export function canReadModule(actor: Actor, learner: LearnerRow | null): boolean {
	return learner !== null || actor.role === 'admin';
}
