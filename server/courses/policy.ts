import type { Actor } from '../platform/http/index.ts';
import type { LearnerRow } from './tables.ts';

/** What modules hold is for those who learn the course, and for administrators, who put it there. */
export function canReadModule(actor: Actor, learner: LearnerRow | null): boolean {
	return learner !== null || actor.role === 'admin';
}
