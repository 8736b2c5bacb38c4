import type { DecisionKind } from '../../contract/moderation.ts';
import { defineEvent } from '../platform/events.ts';

/** An administrator made a decision about the account `ownerId` or its content, lifted a decision, or upheld a decision after an appeal. */
export const decisionChanged = defineEvent<{
	decisionId: number;
	kind: DecisionKind;
	ownerId: number;
	outcome: 'decided' | 'lifted' | 'upheld';
}>('moderation.decision-changed');
