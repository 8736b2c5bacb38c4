import type { DecisionKind, ReportTarget } from '../../contract/moderation.ts';
import { createEvent } from '../platform/event.ts';

export type ModerationEvents = ReturnType<typeof createModerationEvents>;

/** What moderation announces, within the transaction it happens in. */
export function createModerationEvents() {
	return {
		/** An administrator has decided. The owner is told of anything but a dismissal. */
		decided: createEvent<{
			decisionId: number;
			kind: DecisionKind;
			target: { kind: ReportTarget; id: number };
			ownerId: number;
			/** Who had reported it; each once. */
			reporterIds: readonly number[];
		}>(),
		/** A decision was taken back, or stays after an appeal. */
		reviewed: createEvent<{ decisionId: number; ownerId: number; outcome: 'lifted' | 'upheld' }>(),
	};
}
