import type { Actor } from '../platform/http/index.ts';
import type { LearnerRow } from './tables.ts';

/** Only learners of the course and administrators may read modules. */
export function canReadModule(actor: Actor, learner: LearnerRow | null): boolean {
	return learner !== null || actor.role === 'admin';
}
