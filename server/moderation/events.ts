import type { DecisionKind } from '../../contract/moderation.ts';
import { defineEvent } from '../platform/events.ts';

/** An administrator decided about content of `ownerId`, lifted a decision, or upheld a decision after an appeal. */
export const decisionChanged = defineEvent<{
	decisionId: number;
	kind: DecisionKind;
	ownerId: number;
	outcome: 'decided' | 'lifted' | 'upheld';
}>('moderation.decision-changed');
